// After the game: the chances through it, what decided most, what would have been better. The server works it out meanwhile.

import { all, button, main, make, one } from "./page.js";

const DASHES = ["none", "8 4", "2 4", "10 3 2 3", "14 4", "4 2", "1 2", "6 6"];
const LINES = ["━━", "╍╍", "┄┄", "┅┅"];
const SVG = "http://www.w3.org/2000/svg";
const AGAIN = 1500; // milliseconds until it is asked how far it is

/** @typedef {{ at: number, text: string, by: number, best?: string, seat?: number, was?: number, now?: number }} Moment `at` is the position to look at: after what decided, before what was missed */
/** @typedef {{ done: number, names?: string[], chances?: (number[] | null)[], decided?: Moment[], missed?: Moment[] }} Analysis where nothing is known yet, chances are null */

/** @type {Analysis | null} */
let found = null;
let asked = false;
let here = -1; // the position that is shown, if the page shows one

/** What a click on a moment does. @type {(at: number) => void} */
let pick = (at) => location.assign(`/rooms/${main.dataset.room}/replay?at=${at}`);

/** @param {(at: number) => void} go */
export function pickBy(go) {
  pick = go;
}

/** @param {number} at */
export function markMoment(at) {
  here = at;
  showAnalysis();
}

/** Ask once, then again until it is there; a server that cannot search says so, and nothing is shown. */
async function ask() {
  const answer = await fetch(`/rooms/${main.dataset.room}/analysis`, { headers: { accept: "application/json" } }).catch(() => /** @type {null} */ (null));
  if (!answer?.ok) return;
  found = await answer.json();
  showAnalysis();
  if (found.done < 1) setTimeout(ask, AGAIN);
}

export function showAnalysis() {
  const place = one("[data-analysis]");
  if (!place) return;
  if (!asked) ask();
  asked = true;
  place.hidden = !found;
  if (!found) return;
  const { done, chances, decided, missed } = found;
  one(".working", place).textContent = progress(place, done, chances);
  for (const part of all(".curve-title, .curve, .curve-names, .decided, .missed", place)) part.toggleAttribute("hidden", !chances);
  if (!chances) return;
  draw(place, chances);
  const percent = (/** @type {number} */ share) => Math.round(100 * share);
  list(one(".decided", place), decided, ({ text, at, seat, was, now }) => `${at}: ${text} (${found.names[seat]}: ${percent(was)} → ${percent(now)} %)`);
  const better = place.dataset.sayBetter;
  list(one(".missed", place), missed, ({ text, at, best, by }) => `${at + 1}: ${text} – ${better.replace("{best}", best).replace("{by}", String(Math.round(100 * by)))}`);
}

/** How far it is, and what is done meanwhile. @param {HTMLElement} place @param {number} done @param {(number[] | null)[]} [chances] */
function progress({ dataset }, done, chances) {
  if (done >= 1) return chances ? "" : dataset.sayFailed;
  if (!chances) return dataset.sayWaiting;
  return dataset.sayWorking.replace("{done}", String(Math.round(100 * done)));
}

/** The chances at a moment, or the last that are known before it. @param {(number[] | null)[]} chances @param {number} at @returns {number[]} */
const known = (chances, at) => chances.slice(0, at + 1).findLast(Boolean) ?? chances.find(Boolean);

/** @param {HTMLElement} place @param {Moment[]} moments @param {(moment: Moment) => string} words */
function list(place, moments, words) {
  place.hidden = !moments.length;
  one("ol", place).replaceChildren(...moments.map((moment) => make("li", {}, button(words(moment), () => pick(moment.at), { class: "quiet line" }))));
}

/** @param {HTMLElement} place @param {(number[] | null)[]} chances */
function draw(place, chances) {
  const curve = one(".curve", place);
  const last = Math.max(1, chances.length - 1);
  const x = (/** @type {number} */ n) => ((300 * n) / last).toFixed(1);
  const y = (/** @type {number} */ chance) => (100 - 100 * chance).toFixed(1);
  const rows = chances.flatMap((row, n) => (row ? [{ row, n }] : []));
  const lines = found.names.map((_, seat) => line("polyline", {
    points: rows.map(({ row, n }) => `${x(n)},${y(row[seat])}`).join(" "), class: `seat${seat}`, "stroke-dasharray": DASHES[seat],
  }));
  const dots = found.decided.map(({ at, seat }) => line("path", { d: `M${x(at - 1)} ${y(known(chances, at - 1)[seat])}h0`, class: "dot" }));
  const now = line("path", { class: "now" });
  curve.replaceChildren(line("path", { d: "M0 50H300", class: "even" }), ...lines, ...dots, now);
  const point = (/** @type {number} */ at) => (now.setAttribute("d", `M${x(at)} 0V100`), tell(place, at, last));
  const shown = here < 0 ? last : Math.min(here, last);
  const under = (/** @type {MouseEvent} */ event) => {
    const { left, width } = curve.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.round((last * (event.clientX - left)) / width)));
  };
  curve.onclick = (event) => pick(under(event));
  curve.onpointermove = (event) => point(under(event));
  curve.onpointerleave = () => point(shown);
  point(shown);
}

/** How everybody stood at a moment. @param {HTMLElement} place @param {number} at @param {number} last */
function tell(place, at, last) {
  const names = found.names.map((name, seat) => make("span", {}, make("i", { class: `sign seat${seat}` }, LINES[seat] ?? "━"), ` ${name} ${Math.round(100 * known(found.chances, at)[seat])} %`));
  one(".curve-names", place).replaceChildren(make("b", {}, `${at} / ${last}`), ...names);
}

/** @param {string} tag @param {Record<string, string>} attributes */
function line(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
