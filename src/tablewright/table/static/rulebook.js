// The numbered rules: a clause is shown although its part is folded, and words are looked for in all parts.

import { all, one } from "./page.js";

const SEARCHED = "li, p, tr, pre"; // what is shown or not, as a whole
let asked = 0;

/** Shows a clause, and marks it. @param {string} id */
export function showClause(id) {
  const found = document.getElementById(id);
  for (const node of all(".rulebook .target")) node.classList.remove("target");
  if (!found) return;
  for (let part = found.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  (found.closest("li, p") ?? found).classList.add("target");
  found.scrollIntoView({ block: "center" });
  found.focus({ preventScroll: true });
}

/** @param {HTMLElement} book @param {string} words all of which a line must have */
function lookFor(book, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {HTMLElement} */ node) => wanted.every((word) => node.textContent.toLowerCase().includes(word));
  const lines = all(`details :is(${SEARCHED})`, book);
  for (const line of lines) line.hidden = wanted.length > 0 && !fits(line);
  const found = lines.filter((line) => !line.hidden && !line.querySelector(SEARCHED));
  for (const node of all("details", book)) {
    const part = /** @type {HTMLDetailsElement} */ (node);
    part.hidden = wanted.length > 0 && !found.some((line) => part.contains(line));
    part.open = wanted.length > 0 && !part.hidden;
  }
  tell(/** @type {HTMLOutputElement} */ (one("output", book)), wanted.length ? found.length : null);
}

/** @param {HTMLOutputElement} output @param {number | null} count */
function tell(output, count) {
  output.value = count === null ? "" : output.dataset.found.replace("{count}", String(count));
}

document.addEventListener("input", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  if (!field.matches("[data-look-for]")) return;
  clearTimeout(asked);
  asked = setTimeout(() => lookFor(field.closest(".book"), field.value), 120);
});

/** A link inside the book to a clause, also to the one that was shown last. */
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement} */ (/** @type {HTMLElement} */ (event.target).closest('.book a[href^="#"]'));
  if (link?.closest("dialog")) event.preventDefault(); // the address is the table's
  if (link) showClause(link.hash.slice(1));
});

addEventListener("hashchange", () => showClause(location.hash.slice(1)));
if (location.hash && one("main.rulebook")) showClause(location.hash.slice(1));
