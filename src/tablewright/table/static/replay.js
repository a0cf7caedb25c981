// The replay: a slider over the positions, and the chances through the game.

import { markMoment, pickBy } from "./analysis.js";
import { fit } from "./fitting.js";
import { put } from "./hearing.js";
import { glide, things } from "./motion.js";
import { all, byId, calm, main } from "./page.js";
import { endStage, perform } from "./staging.js";

let asked = 0;
let at = Number(main.dataset.last ?? 0); // the position that is shown

/** @param {number} position */
async function goTo(position) {
  const slider = byId("slider");
  const last = Number(main.dataset.last);
  const to = Math.max(0, Math.min(last, position));
  slider.value = to;
  byId("where").textContent = `${to} / ${last}`;
  for (const field of all('[data-follow="number"]')) /** @type {HTMLInputElement} */ (field).value = String(to);
  showLine(to);
  markMoment(to);
  const mine = ++asked;
  const eyes = byId("eyes").value;
  const answer = await fetch(`/rooms/${main.dataset.room}/replay/${to}?${eyes === "open" ? "open=true" : `seat=${eyes}`}`);
  if (!answer.ok) return;
  const shown = await answer.json();
  if (mine === asked) turnTo(to, shown);
}

/** @param {number} to */
function showLine(to) {
  const log = byId("log");
  const lines = [...log.children];
  for (const node of lines) node.classList.toggle("now", Number(node.dataset.n) === to);
  const now = lines[to - 1];
  if (now) log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
  byId("line").replaceChildren(...(now ? now.firstElementChild.cloneNode(true).childNodes : []));
  byId("remarks").replaceChildren(...[...(now ? now.querySelectorAll(".remark") : [])].map((node) => node.cloneNode(true)));
}

/** @param {number} to @param {Record<string, string>} shown */
function turnTo(to, shown) {
  const places = Math.abs(to - at) === 1 && !calm.matches ? things() : null;
  const forward = to === at + 1;
  at = to;
  put(shown);
  fit();
  if (places) glide(places);
  endStage();
  if (forward) perform(byId("log").children[to - 1], true);
}

/** @param {number} by */
export function step(by) {
  goTo(Number(byId("slider").value) + by);
}

export function beginReplay() {
  pickBy(goTo);
  byId("slider").addEventListener("input", (/** @type {any} */ event) => goTo(Number(event.target.value)));
  byId("eyes").addEventListener("change", () => step(0));
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement} */ (target.closest("[data-step]"));
    const row = /** @type {HTMLElement} */ (target.closest("#log [data-n]"));
    if (row) goTo(Number(row.dataset.n));
    if (button) goTo({ first: 0, last: Number(main.dataset.last) }[button.dataset.step] ?? Number(byId("slider").value) + Number(button.dataset.step));
  });
  goTo(Number(new URLSearchParams(location.search).get("at") ?? main.dataset.last));
  main.dataset.ready = "true";
}
