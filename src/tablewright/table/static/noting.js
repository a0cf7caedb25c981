// What the designer of a game would like to know: rules that were looked up, tries that are not allowed, and how it was.

import { isOpen, send } from "./live.js";
import { all, main } from "./page.js";

/** @param {string} text */
function note(text) {
  if (isOpen() && main.dataset.seat) send({ do: "note", text });
}

/** @param {string} clause */
export const noteLooked = (clause) => note(`looked:${clause}`);

/** @param {HTMLElement} item that somebody chose and that cannot be played */
export function noteBlocked(item) {
  if (item.dataset.why && item.dataset.clause) note(`blocked:${item.dataset.clause}`);
}

/** @type {string | null} the room whose question stands on this page */
let asking = null;
/** @type {Set<string>} what needs no answer any more */
const settled = new Set();

/** A question after the game; never again, whether it is answered or not. */
export function askOnce() {
  for (const question of all("[data-asked]")) {
    const room = question.dataset.asked;
    if (asking !== room && localStorage.getItem(`asked-${room}`)) continue;
    asking = room;
    localStorage.setItem(`asked-${room}`, "1");
    for (const part of all("p", question)) part.hidden = settled.has(part.dataset.about);
    question.hidden = all("p[data-about]:not([hidden])", question).length === 0;
  }
}

/** @param {HTMLElement} button */
export function answer(button) {
  const said = button.dataset.answer;
  for (const about of said ? [said.split(":")[0]] : ["mood", "clear"]) settled.add(about);
  if (said) note(said);
  askOnce();
}
