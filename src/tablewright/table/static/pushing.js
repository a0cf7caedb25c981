// Being told of one's turn although no page is open, where the browser and the server allow it.

import { all, say } from "./page.js";

const WORKER = "/static/push_worker.js";

/** @param {string} text the server's key, as it writes it */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const subscription = async () => (await navigator.serviceWorker.getRegistration(WORKER))?.pushManager.getSubscription();

export async function beginPushing() {
  const possible = "serviceWorker" in navigator && "PushManager" in window;
  for (const button of possible ? all("[data-push]") : []) {
    const on = Boolean(await subscription());
    button.textContent = on ? button.dataset.sayOff : button.dataset.sayOn;
    button.hidden = false;
  }
}

/** @param {HTMLElement} button */
export async function togglePushing(button) {
  try {
    const before = await subscription();
    if (before) await end(before);
    else await begin(button.dataset.push);
  } catch {
    say(button.dataset.sayRefused);
  }
  await beginPushing();
}

/** @param {string} key */
async function begin(key) {
  await navigator.serviceWorker.register(WORKER);
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { p256dh, auth } = made.toJSON().keys;
  const body = JSON.stringify({ endpoint: made.endpoint, p256dh, auth });
  const answer = await fetch("/push", { method: "POST", body, headers: { "content-type": "application/json" } });
  if (!answer.ok) {
    await made.unsubscribe();
    throw new Error("refused");
  }
}

/** @param {PushSubscription} made */
async function end(made) {
  await fetch(`/push?endpoint=${encodeURIComponent(made.endpoint)}`, { method: "DELETE" });
  await made.unsubscribe();
}
