// The lobby: every change holds at once, for everybody who looks at it; what is wrong is said beside the field.

import { all, main, make, one } from "./page.js";

/** @typedef {HTMLInputElement & { options: HTMLOptionsCollection, selectedIndex: number }} Field */

/** @typedef {{ typed: string, words: string, holds: number }} Edit what is wrong with it in words, and from which revision on it holds */

/** @type {Map<string, Edit>} what was changed here and the server does not show yet: on its way, refused, or on its way back */
const edits = new Map();
const UNKNOWN = Infinity;
/** @type {Promise<any>} the last change that was sent; changes arrive in their order */
let sent = Promise.resolve();

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
  const key = keyOf(field);
  const edit = { typed: typedIn(field), words: edits.get(key)?.words ?? "", holds: UNKNOWN };
  edits.set(key, edit);
  const { action } = field.form;
  const body = new FormData();
  body.set("revision", one(".lobby").dataset.revision);
  const seat = seatOf(field);
  if (seat) body.set("seat", seat);
  body.set(field.name, edit.typed);
  const post = () => fetch(action, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => /** @type {null} */ (null));
  const answer = await (sent = sent.then(post));
  edit.words = answer?.ok ? "" : (await answer?.json().catch(() => /** @type {null} */ (null)))?.detail ?? "✕";
  if (answer?.ok) edit.holds = Number(answer.headers.get("tablewright-revision"));
  if (edits.get(key) === edit) followFields();
}

/** @param {Field} field */
const seatOf = (field) => /** @type {HTMLInputElement} */ (field.form.elements.namedItem("seat"))?.value ?? "";

/** The field on the page of any revision. @param {Field} field */
const keyOf = (field) => [field.form.getAttribute("action"), seatOf(field), field.name].join(" ");

/** @param {Field} field */
const typedIn = (field) => (field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value);

/** @param {Field} field @param {string} words empty if all is well */
function tell(field, words) {
  const label = field.closest("label") ?? field.form;
  const told = one(".wrong", label);
  if (words) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (told?.textContent === words) return;
  told?.remove();
  if (words) field.after(make("strong", { class: "wrong", role: "alert" }, words));
}

/** @param {Field} field @param {string | undefined} typed if it is still there, else what the server selects */
function select(field, typed) {
  const options = [...field.options];
  const found = options.findIndex((option) => option.value === typed);
  field.selectedIndex = found < 0 ? Math.max(0, options.findIndex((option) => option.hasAttribute("selected"))) : found;
}

/** What the server says holds, but for edits that it does not show yet and for the text that is being typed. */
export function followFields() {
  const lobby = one(".lobby");
  if (!lobby) return;
  for (const [key, edit] of edits) if (edit.holds <= Number(lobby.dataset.revision)) edits.delete(key);
  for (const node of all("#lobby .arranging :is(input, select):not([type='hidden'])")) {
    const field = /** @type {Field} */ (node);
    const edit = edits.get(keyOf(field));
    const chosen = field.type !== "radio" || field.value === edit?.typed;
    tell(field, chosen ? edit?.words ?? "" : "");
    if (field.type === "checkbox") field.checked = edit ? edit.typed === "on" : field.hasAttribute("checked");
    else if (field.type === "radio") field.checked = edit ? chosen : field.hasAttribute("checked");
    else if (field.nodeName === "SELECT") select(field, edit?.typed);
    else if (field !== document.activeElement) field.value = edit?.typed ?? field.getAttribute("value");
  }
}
