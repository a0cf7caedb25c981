// What every part of the page needs: its places, its words, and notices.

/** @type {HTMLElement} */
export const main = document.querySelector("main[data-room]");
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)].map((node) => /** @type {HTMLElement} */ (node));

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export const one = (selector, within = document) => within.querySelector(selector);

/** The thing of the table to which a node belongs. @param {EventTarget | Element | null} node @returns {HTMLElement | null} */
export const itemOf = (node) => /** @type {any} */ (node)?.closest?.("[data-item]") ?? null;

/** What choosing a thing means: things that look alike have one name. @param {HTMLElement} node */
export const named = (node) => node.dataset.as ?? node.dataset.item;

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} inside
 * @returns {HTMLElement}
 */
export function make(tag, attributes, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

/** A button of the page's own. @param {string} label @param {() => void} press @param {Record<string, string>} [attributes] */
export function button(label, press, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.onclick = press;
  return made;
}

/** @param {string[]} items @param {string} name of a class that these things have, and no others */
export function mark(items, name) {
  for (const node of all("#zones [data-item]")) node.classList.toggle(name, items.includes(node.dataset.item));
}

let fading = 0;

/** A notice lets every click through, and goes with the next one unless it tells how things stand. @param {string} text */
export function say(text, stays = false) {
  const notice = byId("notice");
  notice.textContent = text;
  notice.classList.toggle("stays", stays);
  clearTimeout(fading);
  if (!stays) fading = setTimeout(dismiss, 6000);
}

export function dismiss() {
  const notice = byId("notice");
  if (!notice.classList.contains("stays")) notice.textContent = "";
}

/** Browsers lend the clipboard only to pages that come over HTTPS; elsewhere the marked text of the field is copied. @param {string} text @param {HTMLInputElement} field */
export async function copied(text, field) {
  const lent = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (lent) return true;
  field.focus();
  field.select();
  return document.execCommand("copy");
}
