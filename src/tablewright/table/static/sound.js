// A short sound when it becomes one's turn; off until somebody wants it.

import { all, main, one } from "./page.js";

const KEY = "sound";
let waiting = false; // whether somebody else had to decide

const wanted = () => localStorage.getItem(KEY) === "1";

function ring() {
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
  tone.onended = () => context.close();
  main.dataset.rung = String(Number(main.dataset.rung ?? 0) + 1);
}

export function toggleSound() {
  localStorage.setItem(KEY, wanted() ? "0" : "1");
  if (wanted()) ring();
  heedTurn();
}

/** Once a turn: when it was somebody else's before. */
export function heedTurn() {
  for (const toggle of all("[data-sound]")) toggle.textContent = wanted() ? toggle.dataset.sayOff : toggle.dataset.sayOn;
  const mine = Boolean(one(".dock.mine"));
  if (mine && waiting && wanted()) ring();
  waiting = !mine;
}
