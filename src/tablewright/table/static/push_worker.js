// Runs without a page: shows that it is somebody's turn, unless that is past by now, and opens the table.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(tell(event.data.json())));

/** @param {{ title: string, body: string, room: string }} said */
async function tell({ title, body, room }) {
  const answer = await fetch(`/rooms/${room}/turn`).then((found) => found.json(), () => ({ mine: true }));
  if (answer.mine) return worker.registration.showNotification(title, { body, tag: room, icon: "/static/icon.svg", data: `/rooms/${room}` });
  for (const old of await worker.registration.getNotifications({ tag: room })) old.close();
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

/** @param {string} path of the table */
async function openTable(path) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}
