// The table in the browser: shows what the server sends, sends what a person does. Nothing is decided here.

import { choose, chooseNothing, showChoice } from "./choosing.js";
import { beginDragging } from "./dragging.js";
import { beginFitting } from "./fitting.js";
import { saidHere, tellNews, tick } from "./hearing.js";
import { beginKeys } from "./keys.js";
import { act, beginLive, send, state } from "./live.js";
import { beginLobby } from "./lobby.js";
import { beginLooking, byFinger, look, wasLongPress } from "./looking.js";
import { markThings, whenKnown } from "./marking.js";
import { answer, askOnce, noteBlocked, noteLooked } from "./noting.js";
import { all, byId, copied, dismiss, main, named, say } from "./page.js";
import { goThrough, inHand, offerPieces, placePiece } from "./pieces.js";
import { beginPushing, togglePushing } from "./pushing.js";
import { beginReplay } from "./replay.js";
import { showClause } from "./rulebook.js";
import { beginSharing } from "./sharing.js";
import { toggleSound } from "./sound.js";
import { showSouvenir } from "./souvenir.js";
import { beginStaging, perform } from "./staging.js";

let begun = 0; // the decision in which a click, or the first click of several in a row, was made

/** What a click on something does, by what it is; the first that fits. @type {[string, (node: HTMLElement) => any][]} */
const CLICKS = [
  ["[data-item]", clickThing],
  ["[data-move]", (move) => act("move", Number(move.dataset.move))],
  ["[data-run]", goThrough],
  ["[data-sound]", toggleSound],
  ["[data-push]", togglePushing],
  ["[data-watch]", (watch) => perform(watch.closest("li"), false)],
  [".back", () => (chooseNothing(), showChoice())],
  ["[data-do]", press],
  [".all-moves", (toggle) => (toggle.setAttribute("aria-expanded", String(toggle.getAttribute("aria-expanded") !== "true")), showChoice())],
  ["[data-rules]", (link) => (noteLooked(link.dataset.rules), openRules(link.dataset.rules))],
  ["#rules [data-clause]", (link) => openRules(link.dataset.clause, "rulebook")],
  ["#rules [data-howto]", () => openRules("")],
  ["[data-answer]", answer],
  ["[data-keys]", () => byId("keys").showModal()],
  ["[data-order]", (order) => send({ do: "order", text: order.dataset.order })],
  ["[data-chat]", (words) => speak(words.dataset.chat)],
  ["[data-copy]", copy],
  ["[data-souvenir]", showSouvenir],
];

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.detail < 2) begun = state.number;
  else if (begun !== state.number && target.closest("[data-item], [data-move], [data-run]")) return; // meant for what is gone by now
  for (const menu of all(".more[open]")) if (!menu.contains(target)) /** @type {HTMLDetailsElement} */ (menu).open = false;
  dismiss();
  if (target.closest("#rules :is([data-clause], [data-howto])")) event.preventDefault(); // the panel goes there itself
  const [selector, act] = CLICKS.find(([selector]) => target.closest(selector)) ?? [];
  if (act) act(target.closest(selector));
});

/** @param {HTMLElement} item */
function clickThing(item) {
  if (wasLongPress()) return;
  if (inHand() && item.closest("[data-piece]")) placePiece(item);
  else if (item.classList.contains("can")) choose(named(item), byFinger());
  else (look(item), whenKnown(item, noteBlocked));
}

/** @param {HTMLElement} button */
function press(button) {
  if (button.dataset.sure && button.dataset.sure !== "asked") {
    button.dataset.sure = "asked";
    button.textContent = main.dataset.saySure;
    return;
  }
  act(button.dataset.do, Number(button.dataset.value ?? 0));
}

/** @param {HTMLElement} button beside the field with the link */
async function copy(button) {
  const done = await copied(button.dataset.copy, /** @type {HTMLInputElement} */ (button.previousElementSibling));
  say(done ? main.dataset.sayCopied : main.dataset.sayNotCopied);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".say")) return;
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  if (field.value.trim()) speak(field.value);
  field.value = "";
});

/** @param {string} text */
function speak(text) {
  saidHere(text.trim());
  send({ do: "chat", text });
}

/** How to play, or the numbered rules. @param {string} clause to be shown, if any @param {string} text the address under which it is found */
async function openRules(clause, text = clause ? "rulebook" : "rules") {
  const dialog = byId("rules");
  const place = /** @type {HTMLElement} */ (dialog.querySelector(".rulebook"));
  if (place.dataset.text !== text) {
    const answer = await fetch(`/games/${main.dataset.game}/${text}?part=true`).catch(() => /** @type {null} */ (null));
    if (!answer?.ok) return say(main.dataset.sayOffline);
    place.innerHTML = await answer.text();
    place.dataset.text = text;
  }
  if (!dialog.open) dialog.showModal();
  if (clause) showClause(clause);
  else dialog.scrollTop = 0;
}

/** How to play: open until it is closed once. */
function beginPrimer() {
  const primer = /** @type {HTMLDetailsElement} */ (document.querySelector("[data-primer]"));
  if (!primer) return;
  const key = `read-${primer.dataset.primer}`;
  primer.open = innerWidth > 900 && !localStorage.getItem(key);
  primer.addEventListener("toggle", () => !primer.open && localStorage.setItem(key, "1"));
}

markThings(byId("zones"));
beginLooking();
beginKeys();
beginStaging();
if (main.dataset.last) {
  beginReplay();
  beginFitting();
} else {
  byId("log").scrollTop = byId("log").scrollHeight;
  showChoice();
  tellNews();
  askOnce();
  beginPrimer();
  offerPieces();
  beginLobby();
  beginDragging();
  beginSharing();
  beginPushing();
  beginFitting();
  beginLive();
  setInterval(tick, 500);
}
