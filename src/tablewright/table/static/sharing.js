// Several people at one screen: between them it is covered until the next one wants to see it.

import { byId, main, one } from "./page.js";

/** @param {string} seat whose view is shown */
function cover(seat) {
  const screen = byId("between");
  const name = one(`.seat${seat} .name`)?.textContent.trim() ?? "";
  byId("between-title").textContent = screen.dataset.say.replace("{name}", name);
  if (!screen.open) screen.showModal();
}

/** The page is shown with other eyes than before. @param {number | null} seat */
export function lookAs(seat) {
  const [before, now] = [main.dataset.seat, seat === null ? "" : String(seat)];
  main.dataset.seat = now;
  if (before && now && before !== now && main.dataset.status === "playing") cover(now);
}

/** A page that is opened anew is covered as well. */
export function beginSharing() {
  if ("shared" in byId("between").dataset && main.dataset.status === "playing") cover(main.dataset.seat);
}
