// What the server tells: parts of the page put in their places, the log, marks on what has changed, hints, clocks.

import { showAnalysis } from "./analysis.js";
import { chooseNothing, showChoice } from "./choosing.js";
import { fit } from "./fitting.js";
import { keepFocus } from "./keys.js";
import { followFields } from "./lobby.js";
import { answered, state } from "./live.js";
import { forgetLooks, lookAgain, pointAgain } from "./looking.js";
import { learnReasons, markThings } from "./marking.js";
import { glide, things } from "./motion.js";
import { askOnce } from "./noting.js";
import { all, button, byId, calm, main, make, mark, one, say } from "./page.js";
import { goOn, offerPieces } from "./pieces.js";
import { lookAs } from "./sharing.js";
import { heedTurn } from "./sound.js";
import { isStaged, makeWay, perform } from "./staging.js";

/** @type {Record<string, string>} the parts as they were shown */
const parts = {};
/** @type {{ left: Record<string, number>, running: number | null, at: number }} */
let clocks = { left: {}, running: null, at: 0 };
const NEWS = 5; // lines beside the question
const HINT = 6; // pixels between the edge of the list and a move that is recommended
let patience = 0; // when a bot may play on for whoever is away

/** A part comes whole, or as lines: [first, count] of what it was before, or new ones. @param {any} news */
function putTogether(news) {
  for (const [name, pieces] of Object.entries(news.edit)) {
    const lines = parts[name].split("\n");
    news.show[name] = /** @type {any[]} */ (pieces).map((piece) => (typeof piece === "string" ? piece : lines.slice(piece[0], piece[0] + piece[1]).join("\n"))).join("\n");
  }
  Object.assign(parts, news.show);
}

/** @param {any} news */
export function receive(news) {
  if (news.say) say(news.say);
  if (news.hint) showHint(news.hint);
  if (news.reasons) learnReasons(news.reasons);
  if (!news.show) return;
  putTogether(news);
  answered();
  const before = news.number !== state.number ? looks() : null;
  const back = news.log?.from < byId("log").children.length;
  const places = before && !calm.matches && !document.hidden ? things() : null;
  if (before) forgetMarks();
  state.number = news.number;
  main.dataset.status = news.status;
  main.dataset.number = news.number;
  clocks = { left: news.clocks ?? {}, running: news.running, at: performance.now() };
  patience = performance.now() + 1000 * (news.patience ?? 0);
  main.classList.remove("waiting");
  show(news);
  lookAs(news.seat);
  if (before) freshen(back ? looks() : before);
  if (places) glide(places);
  main.dataset.ready = "true";
}

/** @param {any} news */
function show(news) {
  const restore = keepFocus();
  const heard = lastSaid()?.textContent;
  for (const name of news.gone) byId(name)?.replaceChildren();
  put(news.show);
  if (news.show.lobby) followFields();
  tellChat(heard);
  if (news.log) showLog(news.log);
  restore();
  showChoice();
  tellNews();
  askOnce();
  offerPieces();
  fit();
  makeWay();
  lookAgain();
  pointAgain();
  goOn();
  showAnalysis();
  heedTurn();
  tick();
  document.title = (one(".dock.mine") ? "● " : "") + document.title.replace(/^● /, "");
}

/** @param {Record<string, string>} shown */
export function put(shown) {
  for (const [name, html] of Object.entries(shown)) {
    const place = byId(name);
    const wanted = place.cloneNode(false);
    wanted.innerHTML = html;
    markThings(wanted);
    settle(place, wanted);
  }
}

/** Only what differs is touched, so that nothing flickers, loses the focus, closes or forgets what was typed. @param {any} old @param {any} wanted */
function settle(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== wanted.nodeName) return old.replaceWith(wanted);
  for (const { name } of [...old.attributes]) if (name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const kids = [...old.childNodes];
  for (const kid of [...wanted.childNodes]) {
    const near = kid.nodeType === Node.ELEMENT_NODE ? kids : kids.slice(0, 1); // no text makes a part before it go
    const found = near.findIndex((one) => alike(one, kid));
    for (const gone of kids.splice(0, Math.max(0, found))) gone.remove();
    if (found < 0) old.insertBefore(kid, kids[0] ?? null);
    else settle(kids.shift(), kid);
  }
  for (const gone of kids) gone.remove();
}

/** Whether one can become the other: a menu stays the same, and open, whatever comes or goes before it, and so does a field. @param {any} one @param {any} other */
const alike = (one, other) => one.nodeName === other.nodeName && sort(one) === sort(other);

/** @param {any} node */
function sort(node) {
  if (node.nodeName === "DETAILS") return node.className;
  if (!node.matches?.("form, label, input, select")) return "";
  const field = node.matches("[name]") ? node : node.querySelector("[name]");
  return `${node.getAttribute("action")} ${field?.getAttribute("name")}`;
}

// What was said

let own = ""; // what was said here

/** @param {string} text */
export const saidHere = (text) => (own = text);
const lastSaid = () => one(".said li:last-child");

/** Words in the chat are also told where they are seen at once. @param {string} heard */
function tellChat(heard) {
  const said = lastSaid();
  if (!said || said.textContent === heard) return;
  said.parentElement.scrollTop = said.parentElement.scrollHeight;
  const words = said.lastChild.textContent.trim();
  if (words !== own && main.dataset.ready) say(`${said.firstElementChild.textContent}: ${words}`);
}

// What happened

/** @param {{ from: number, items: string[] }} told */
function showLog({ from, items }) {
  const log = byId("log");
  const known = log.children.length;
  if (from < known) fresh.clear();
  while (log.children.length > from) log.lastElementChild.remove();
  log.insertAdjacentHTML("beforeend", items.join(""));
  if (items.length) log.scrollTop = log.scrollHeight;
  const news = main.dataset.ready ? [...log.children].slice(known).filter(isStaged) : [];
  if (news.length) perform(news.at(-1), true);
}

function forgetMarks() {
  one("#status .moves")?.scrollTo(0, 0);
  chooseNothing();
  forgetHint();
  forgetLooks();
}

// What has changed since one's own last move stays marked, and is told beside the question

/** @type {Set<string>} */
const fresh = new Set();
export const forgetFresh = () => fresh.clear();

function looks() {
  const seen = all("#zones .zone:not(.own.kind-fan) [data-item]:not(.vacant, .heading)");
  return new Map(seen.map((node) => [node.dataset.item, `${node.dataset.kind} ${node.dataset.name} ${node.dataset.face} ${node.querySelector(".marks")?.textContent}`]));
}

/** @param {Map<string, string>} before */
function freshen(before) {
  const last = byId("log").lastElementChild?.dataset.seat;
  if (last !== undefined && last !== main.dataset.seat) {
    for (const [item, now] of looks()) if (before.get(item) !== now) fresh.add(item);
  }
  mark([...fresh], "fresh");
}

export function tellNews() {
  const just = byId("just");
  const rows = [...byId("log").children];
  const own = rows.findLastIndex((row) => row.dataset.seat === main.dataset.seat);
  const others = main.dataset.seat === "" ? rows.slice(-1) : rows.slice(own + 1);
  const told = others.flatMap((row) => all(":scope > span", row));
  const matters = (/** @type {HTMLElement} */ line) => !line.previousElementSibling || line.querySelector(`.person.seat${main.dataset.seat}`);
  const lines = (told.length > NEWS ? told.filter(matters) : told).slice(-NEWS); // what was done and what befell oneself rather than all that followed
  just.replaceChildren(...lines.map((line) => line.cloneNode(true)));
  just.hidden = !lines.length;
  while (just.childElementCount > 1 && just.scrollHeight > just.clientHeight) just.firstElementChild.remove(); // whole sentences
}

// A hint stands beside the question until it is closed or the game goes on

/** @param {{ move: number, touches: string[], text: string }} hint */
function showHint({ move, touches, text }) {
  forgetHint();
  const close = button("✕", forgetHint, { class: "quiet", "aria-label": main.dataset.sayClose });
  one("#status .prompt")?.after(make("div", { class: "advice", role: "status" }, make("p", {}, text), close));
  mark(touches, "hinted");
  const offered = one(`[data-move="${move}"]`);
  if (offered) offered.hidden = false;
  offered?.classList.add("hinted");
  bringIntoList(offered);
}

/** Only the list is scrolled, never the page. @param {HTMLElement | null} move */
function bringIntoList(move) {
  const list = move?.closest(".moves");
  if (!list) return;
  const [at, within] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy(at.left - within.left - HINT, at.top - within.top - HINT);
}

export function forgetHint() {
  one(".advice")?.remove();
  mark([], "hinted");
  for (const node of all(".move.hinted")) node.classList.remove("hinted");
}

export function tick() {
  for (const node of all("[data-clock]")) {
    const seat = node.dataset.clock;
    if (!(seat in clocks.left)) continue;
    const gone = String(clocks.running) === seat ? (performance.now() - clocks.at) / 1000 : 0;
    const left = Math.max(0, Math.round(clocks.left[seat] - gone));
    node.textContent = minutes(left);
  }
  for (const node of all("[data-do='stand_in']")) {
    const left = Math.max(0, Math.ceil((patience - performance.now()) / 1000));
    /** @type {HTMLButtonElement} */ (node).disabled = left > 0;
    one("small", node).textContent = left ? minutes(left) : "";
  }
}

/** @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
