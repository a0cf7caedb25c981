// The lobby: every change holds at once, for everybody who looks at it; what is wrong is said beside the field.

import { all, main, make, one } from "./page.js";

/** @typedef {HTMLInputElement & { options: HTMLOptionsCollection, selectedIndex: number }} Field */

/** @type {Map<string, { typed: string, words: string }>} what was typed and refused, by field */
const refused = new Map();

export function beginLobby() {
  const nick = /** @type {HTMLInputElement} */ (one("[data-nick]"));
  if (nick) nick.value ||= main.dataset.nick;
  document.addEventListener("change", (event) => {
    const field = /** @type {Field} */ (event.target);
    if (field.form?.matches(".arranging")) change(field);
  });
  document.addEventListener("submit", (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).matches(".arranging"))) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
  });
}

/** @param {Field} field */
async function change(field) {
  const body = new FormData();
  body.set("revision", one(".lobby").dataset.revision);
  const seat = field.form.elements.namedItem("seat");
  if (seat) body.set("seat", /** @type {HTMLInputElement} */ (seat).value);
  body.set(field.name, field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value);
  const answer = await fetch(field.form.action, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => /** @type {null} */ (null));
  const words = answer?.ok ? "" : (await answer?.json().catch(() => /** @type {null} */ (null)))?.detail ?? "✕";
  if (words) refused.set(field.name, { typed: field.value, words });
  else refused.delete(field.name);
  tell(field, words);
}

/** @param {Field} field @param {string} words empty if all is well */
function tell(field, words) {
  const label = field.closest("label") ?? field.form;
  one(".wrong", label)?.remove();
  if (words) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (words) field.after(make("strong", { class: "wrong", role: "alert" }, words));
}

/** What the server says holds, also in fields that were changed by hand; only what is being typed or was refused stays. */
export function followFields() {
  for (const node of all("#lobby .arranging input, #lobby .arranging select")) {
    const field = /** @type {Field} */ (node);
    if (field === document.activeElement && field.nodeName === "INPUT") continue;
    const wrong = refused.get(field.name);
    if (wrong) tell(field, wrong.words);
    if (wrong) field.value = wrong.typed;
    else if (field.nodeName === "SELECT") field.selectedIndex = Math.max(0, [...field.options].findIndex((option) => option.hasAttribute("selected")));
    else if (field.type === "checkbox" || field.type === "radio") field.checked = field.hasAttribute("checked");
    else field.value = field.getAttribute("value");
  }
}
