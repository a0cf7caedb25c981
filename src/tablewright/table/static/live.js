// The connection: it comes back for ever, and asks for everything anew when the page wakes up. What is done here is sent there.

import { chooseNothing } from "./choosing.js";
import { forgetFresh, receive } from "./hearing.js";
import { hidePeek } from "./looking.js";
import { main, say } from "./page.js";
import { forgetPlan } from "./pieces.js";
import { endStage } from "./staging.js";

/** @typedef {{ do: string, number?: number, value?: number, text?: string }} Message */

/** How the game stands, as far as the page knows. */
export const state = { number: Number(main.dataset.number ?? 0) };

const SOONEST = 500; // milliseconds until the connection is tried again
/** @type {WebSocket | null} */
let socket = null;
let delay = SOONEST;
let timer = 0;
let watchdog = 0;
/** @type {Message | null} what was done and not answered yet; said again when the connection is back, the number keeps it from counting twice */
let waiting = null;

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

export function answered() {
  waiting = null;
}

function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState < WebSocket.CLOSING) return;
  const made = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/rooms/${main.dataset.room}/live`);
  socket = made;
  made.onmessage = (event) => {
    clearTimeout(watchdog);
    if (main.classList.contains("offline")) say(main.dataset.sayOnline);
    main.classList.remove("offline");
    delay = SOONEST;
    unread.push(JSON.parse(event.data));
    hearNews();
  };
  made.onopen = () => waiting && send(waiting);
  made.onclose = (event) => {
    if (socket !== made) return;
    if (event.code === 4404) return location.reload();
    main.classList.add("offline");
    say(main.dataset.sayOffline, true);
    timer = setTimeout(connect, delay * (0.5 + Math.random()));
    delay = Math.min(delay * 2, 10000);
  };
}

function wake() {
  if (document.hidden) return;
  if (!isOpen()) {
    delay = SOONEST;
    return connect();
  }
  send({ do: "sync" });
  watchdog = setTimeout(() => socket.close(), 4000);
}

/** @param {Message} message */
export function send(message) {
  if (isOpen()) socket.send(JSON.stringify(message));
  else say(main.dataset.sayOffline, true);
}

/** @param {string} what @param {number} value of a move; `planned` for one that follows from an earlier click */
export function act(what, value, planned = false) {
  if (!planned) forgetPlan();
  chooseNothing();
  hidePeek();
  endStage();
  main.classList.add("waiting");
  if (!main.classList.contains("offline")) say("");
  if (what === "move") forgetFresh();
  waiting = { do: what, number: state.number, value };
  if (isOpen()) send(waiting);
}

// News wait while a finger or the mouse is down: what a press began on must still be there when it ends

/** @type {any[]} */
const unread = [];
let pressed = false;

function hearNews() {
  while (!pressed && unread.length) receive(unread.shift());
}

function release() {
  pressed = false;
  hearNews();
}

export function beginLive() {
  document.addEventListener("pointerdown", (event) => (pressed = event.button === 0), true);
  // The click follows these within the same task. A press can also end unseen, outside the window.
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release), true);
  document.addEventListener("pointermove", (event) => pressed && !event.buttons && release(), true);
  addEventListener("blur", release);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  connect();
}
