// The table in the browser: shows what the server sends, sends what a person does. Nothing is decided here.

const main = document.querySelector("main[data-room]");
const byId = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Choosing: click things until only one move fits

let selected = [];

const moves = () =>
  [...document.querySelectorAll("#status [data-move]")].map((button) => ({
    button,
    id: Number(button.dataset.move),
    touches: button.dataset.touches ? button.dataset.touches.split(" ") : [],
  }));
const fitting = (items) => moves().filter((move) => items.every((item) => move.touches.includes(item)));
const named = (node) => node.dataset.as ?? node.dataset.item;
const itemOf = (node) => node?.closest?.("[data-item]");

function choose(item) {
  if (selected.includes(item)) selected = selected.filter((other) => other !== item);
  else selected = fitting([...selected, item]).length ? [...selected, item] : [item];
  const fits = fitting(selected);
  const direct = selected.length === 1 ? fits.filter((move) => move.button.dataset.direct === item) : [];
  const only = direct.length === 1 ? direct : fits;
  if (selected.length && only.length === 1) act("move", only[0].id);
  else showChoice();
}

function showChoice() {
  const fits = fitting(selected);
  const next = new Set(fits.flatMap((move) => move.touches));
  for (const node of document.querySelectorAll("#zones [data-item]")) {
    const item = named(node);
    node.classList.toggle("chosen", selected.includes(item));
    node.classList.toggle("next", selected.length > 0 && next.has(item) && !selected.includes(item));
    if (node.classList.contains("can")) node.setAttribute("aria-pressed", String(selected.includes(item)));
  }
  byId("zones").classList.toggle("choosing", selected.length > 0);
  const list = document.querySelector("#status .moves");
  if (!list) return;
  const all = document.querySelector("#status .all-moves");
  const few = fits.length <= (innerWidth <= 900 ? 3 : Number(list.dataset.few));
  const open = all.getAttribute("aria-expanded") === "true";
  const ids = new Set(fits.map((move) => move.id));
  for (const { button, id } of moves()) {
    button.hidden = !(ids.has(id) && (few || open || selected.length || button.dataset.loose));
  }
  all.hidden = few || selected.length > 0;
  document.querySelector("#status .choose").hidden = selected.length > 0;
  document.querySelector("#status .back").hidden = selected.length === 0;
  foresee([]);
}

function preview(items) {
  const line = document.querySelector("#status .preview");
  if (!line) return;
  const fits = items ? fitting(items) : [];
  const one = fits.length === 1 ? fits[0].button : null;
  line.textContent = one && one.hidden && !pieceBoard() ? one.textContent.trim().replace(/\s+/g, " ") : "";
  foresee(one ? [one] : []);
}

// What a move would change, shown on the things themselves: data-after="cell0=4 cell1=9"

function foresee(buttons) {
  for (const node of document.querySelectorAll("#zones .after")) {
    node.classList.remove("after");
    delete node.dataset.after;
  }
  for (const change of buttons.flatMap((button) => button.dataset.after?.split(" ") ?? [])) {
    const [item, text] = change.split("=");
    const node = document.querySelector(`#zones [data-item="${CSS.escape(item)}"]`);
    node?.classList.add("after");
    if (node) node.dataset.after = text;
  }
}

// Pieces: several connected cells of a board placed with one click. The server asks for them one by one.

const SHAPES = {
  2: [[[0, 0], [0, 1]]],
  3: [[[0, 0], [0, 1], [0, 2]], [[0, 0], [1, 0], [1, 1]]],
  4: [[[0, 0], [0, 1], [0, 2], [0, 3]], [[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 0], [0, 1], [0, 2], [1, 1]], [[0, 0], [1, 0], [2, 0], [2, 1]], [[0, 1], [1, 1], [2, 1], [2, 0]], [[0, 1], [0, 2], [1, 0], [1, 1]], [[0, 0], [0, 1], [1, 1], [1, 2]]],
};
let shape = null; // the cells of the piece in hand, or null to place one by one
let plan = []; // the cells still to be named
let planned = -1; // the number of the decision in which the last one was

const pieceBoard = () => document.querySelector("#zones [data-piece]");

function offerPieces() {
  document.querySelector(".pieces")?.remove();
  const board = pieceBoard();
  const dock = document.querySelector("#status .choose");
  if (!board || !dock || plan.length) return;
  const shapes = SHAPES[board.dataset.piece] ?? [];
  if (!shapes.some((one) => one.length === shape?.length)) shape = shapes[0] ?? null;
  const bar = document.createElement("div");
  bar.className = "pieces";
  const button = (label, pressed, press) => {
    const made = document.createElement("button");
    made.type = "button";
    made.setAttribute("aria-pressed", String(pressed));
    if (typeof label === "string") made.textContent = label;
    else {
      made.append(drawShape(label));
      made.setAttribute("aria-label", `${board.dataset.sayShape} ${bar.childElementCount + 1}`);
    }
    made.onclick = () => {
      press();
      offerPieces();
    };
    bar.append(made);
  };
  for (const one of shapes) button(sameShape(one, shape) ? shape : one, sameShape(one, shape), () => (shape = sameShape(one, shape) ? turned(shape) : one));
  if (shape) button(`⟳ ${board.dataset.sayTurn}`, false, () => (shape = turned(shape)));
  button(board.dataset.saySingle, shape === null, () => (shape = null));
  bar.append(line("why", ""));
  dock.after(bar);
}

function drawShape(cells) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const size = Math.max(...cells.flat()) + 1;
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  for (const [row, column] of cells) {
    const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x: column, y: row, width: 1, height: 1 })) box.setAttribute(name, value);
    svg.append(box);
  }
  return svg;
}

function turned(cells) {
  const right = cells.map(([row, column]) => [column, -row]);
  const left = Math.min(...right.map(([, column]) => column));
  return right.map(([row, column]) => [row, column - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function sameShape(one, other) {
  let now = other;
  for (let turn = 0; now && turn < 4; turn++) {
    if (String(now) === String(one)) return true;
    now = turned(now);
  }
  return false;
}

// The piece over a cell, where it fits best: {cells, why} with why empty if it can be placed
function pieceAt(node) {
  const board = pieceBoard();
  const all = [...board.querySelectorAll("[data-item]")];
  const width = Number(board.querySelector(".items").dataset.columns);
  const at = all.indexOf(node);
  const tries = shape.map(([row, column]) => {
    const [top, left] = [Math.floor(at / width) - row, (at % width) - column];
    const places = shape.map(([r, c]) => [top + r, left + c]);
    const inside = places.filter(([r, c]) => r >= 0 && c >= 0 && c < width && r * width + c < all.length);
    const cells = inside.map(([r, c]) => all[r * width + c]);
    const taken = cells.find((cell) => !cell.matches(".free"));
    const why = inside.length < places.length ? board.dataset.sayOff : taken ? `${taken.dataset.detail}: ${board.dataset.sayTaken}` : cells.some((cell) => cell.matches(".can")) ? "" : board.dataset.sayApart;
    return { cells, why };
  });
  return tries.find((one) => !one.why) ?? tries[0];
}

function showPiece(node) {
  for (const cell of document.querySelectorAll("#zones .piece")) cell.classList.remove("piece", "wrong");
  if (!node || !shape || !node.closest("[data-piece]")) return;
  const { cells, why } = pieceAt(node);
  for (const cell of cells) cell.classList.add("piece");
  if (why) for (const cell of cells) cell.classList.add("wrong");
  const told = document.querySelector(".pieces .why");
  if (told) told.textContent = why;
}

// Named in an order in which each cell touches one that was named before
function placePiece(node) {
  const { cells, why } = pieceAt(node);
  if (why) return say(why);
  const all = [...pieceBoard().querySelectorAll("[data-item]")];
  const near = (a, b) => [1, 16].includes(Math.abs(all.indexOf(a) - all.indexOf(b)));
  const order = [cells.find((cell) => cell.matches(".can"))];
  while (order.length < cells.length) order.push(cells.find((cell) => !order.includes(cell) && order.some((other) => near(cell, other))));
  plan = order.map((cell) => cell.dataset.item);
  planned = -1;
  goOn();
}

function goOn() {
  if (planned === number) return;
  const next = plan.length && moves().find((move) => move.touches.includes(plan[0]));
  plan = next ? plan.slice(1) : [];
  planned = next ? number : -1;
  if (next) act("move", next.id);
}

// Looking closer: hover, focus or long press shows a card large and says why it cannot be played

const peek = byId("peek");
const HOVER = 8; // pixels that a thing may rise under the pointer
let looked = null; // what it shows, and where that was
let lookedAt = null;

function line(kind, text) {
  const node = document.createElement("p");
  node.className = kind;
  node.textContent = text;
  return node;
}

function look(node) {
  const { name, detail, lines, why, clause, face } = node.dataset;
  if (node.closest?.("[data-piece]") || (!face && !why && !lines && (!detail || detail === name))) return hidePeek();
  peek.replaceChildren();
  if (face) {
    const image = new Image();
    image.src = face;
    image.alt = "";
    peek.append(image);
  }
  if (!face) peek.append(line("name", name));
  if (!face && lines) for (const text of lines.split("\n")) peek.append(line("line", text));
  if (detail && detail !== name && detail !== node.dataset.kind) peek.append(line("detail", detail));
  for (const note of node.querySelectorAll?.(".mark") ?? []) peek.append(line("note", note.textContent));
  if (why) peek.append(line("why", clause ? `${why} (${clause})` : why));
  peek.hidden = false;
  const at = node.getBoundingClientRect();
  [looked, lookedAt] = [node, at];
  const size = peek.getBoundingClientRect();
  const right = at.right + 10 + size.width < innerWidth;
  const left = right ? at.right + 10 : Math.max(8, at.left - size.width - 10);
  peek.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
  peek.style.top = `${Math.max(8, Math.min(at.top, innerHeight - size.height - 8))}px`;
}

function hidePeek() {
  if (peek) peek.hidden = true;
}

// News do not take away what somebody looks at, as long as it lies where it lay
function lookAgain() {
  if (peek.hidden) return;
  const at = looked.getBoundingClientRect();
  if (!at.width || Math.hypot(at.x - lookedAt.x, at.y - lookedAt.y) > HOVER) return hidePeek();
  if (!looked.dataset.item) return;
  look(looked);
  preview([...selected, named(looked)]);
}

let pressing = 0;
let longPressed = false;

document.addEventListener("pointerover", (event) => {
  const node = itemOf(event.target);
  if (event.pointerType === "mouse" && node) {
    look(node);
    preview([...selected, named(node)]);
    showPiece(node);
  }
  const word = event.target.closest?.(".named");
  if (event.pointerType === "mouse" && word) lookAtCard(word);
  const move = event.target.closest?.("[data-move]");
  if (move) consider(move);
  const told = event.target.closest?.("#log li");
  if (told) mark(itemsIn(told), "about");
  if (node) tellAbout(node);
});
document.addEventListener("pointerout", (event) => {
  if (itemOf(event.target)) {
    hidePeek();
    showPiece(null);
    preview(selected.length ? selected : null);
    tellAbout(null);
  }
  if (event.target.closest?.(".named")) hidePeek();
  if (event.target.closest?.("[data-move]")) consider(null);
  if (event.target.closest?.("#log li")) mark([], "about");
});

function consider(move) {
  mark(move ? move.dataset.touches.split(" ") : [], "touched");
  foresee(move ? [move] : []);
}

function lookAtCard(word) {
  look({ dataset: { face: `/rooms/${main.dataset.room}/faces/${word.dataset.kind}.svg` }, getBoundingClientRect: () => word.getBoundingClientRect() });
}

// A line of the log and the things it names, found from either side

function itemsIn(row) {
  const kinds = new Set([...row.querySelectorAll("[data-kind]")].map((word) => word.dataset.at ?? word.dataset.kind));
  const words = new Set(row.textContent.match(/[\w.]*\w/g));
  return [...document.querySelectorAll("#zones [data-item]")].map((node) => node.dataset).filter(({ item, kind, name }) =>
    kinds.has(item) || kinds.has(kind) || words.has(item) || words.has(item.split(".").at(-1)) || (!kind && words.has(name))
  ).map(({ item }) => item);
}

function tellAbout(node) {
  const kind = node?.dataset.kind;
  for (const row of document.querySelectorAll("#log li")) row.classList.toggle("about", Boolean(kind && row.querySelector(`[data-kind="${kind}"]`)));
}
document.addEventListener("pointerdown", (event) => {
  longPressed = false;
  const node = itemOf(event.target);
  if (node && event.pointerType !== "mouse") {
    pressing = setTimeout(() => {
      longPressed = true;
      look(node);
    }, 450);
  } else hidePeek();
});
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(pressing), true);
document.addEventListener("contextmenu", (event) => {
  if (longPressed && itemOf(event.target)) event.preventDefault();
});
document.addEventListener("focusin", (event) => {
  const node = itemOf(event.target);
  consider(event.target.closest("[data-move]"));
  if (!node) return hidePeek();
  for (const other of node.closest(".items")?.querySelectorAll("[data-item]") ?? []) other.tabIndex = other === node ? 0 : -1;
  if (node.matches(":focus-visible")) {
    look(node);
    showPiece(node);
    preview([...selected, named(node)]);
  }
});

function mark(items, name) {
  for (const node of document.querySelectorAll("#zones [data-item]")) node.classList.toggle(name, items.includes(node.dataset.item));
}

// Keys: arrows inside a place, Escape, u for taking back, h for a hint, digits for the moves on offer

document.addEventListener("keydown", (event) => {
  const node = itemOf(event.target);
  if (event.target.matches("input, select, textarea, dialog *") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: "down", ArrowUp: "up" };
  if (node && event.key in steps) {
    event.preventDefault();
    walk(node, steps[event.key]);
  } else if (event.key === "Escape") {
    selected = [];
    for (const menu of document.querySelectorAll(".more[open]")) menu.open = false;
    hidePeek();
    showChoice();
  } else if (event.key === "u") document.querySelector('[data-do="ask"]:enabled')?.click();
  else if (event.key === "r" && shape && pieceBoard()) {
    shape = turned(shape);
    offerPieces();
    showPiece(itemOf(document.querySelector("#zones .cell:hover, #zones .cell:focus")));
  } else if (event.key === "h") document.querySelector('[data-do="hint"]')?.click();
  else if (/^[1-9]$/.test(event.key)) [...document.querySelectorAll(".moves .move:not([hidden])")][Number(event.key) - 1]?.click();
  else if (main.dataset.last && event.key in steps) step(steps[event.key] === 1 ? 1 : -1);
});

function walk(node, way) {
  const group = node.closest(".items");
  const all = [...group.querySelectorAll("[data-item]")];
  const columns = Number(group.dataset.columns) || 1;
  const by = way === "down" ? columns : way === "up" ? -columns : way;
  all[all.indexOf(node) + by]?.focus();
}

// Clicks

document.addEventListener("click", async (event) => {
  const target = event.target;
  for (const menu of document.querySelectorAll(".more[open]")) if (!menu.contains(target)) menu.open = false;
  const item = itemOf(target);
  if (item && longPressed) return;
  if (item && shape && item.closest("[data-piece]")) return placePiece(item);
  if (item) return item.classList.contains("can") ? choose(named(item)) : look(item);
  const move = target.closest("[data-move]");
  if (move) return act("move", Number(move.dataset.move));
  if (target.closest(".back")) {
    selected = [];
    return showChoice();
  }
  const button = target.closest("[data-do]");
  if (button) return press(button);
  const all = target.closest(".all-moves");
  if (all) {
    all.setAttribute("aria-expanded", String(all.getAttribute("aria-expanded") !== "true"));
    return showChoice();
  }
  const rules = target.closest("[data-rules]");
  if (rules) return openRules(rules.dataset.rules);
  const order = target.closest("[data-order]");
  if (order) return send({ do: "order", text: order.dataset.order });
  const words = target.closest("[data-chat]");
  if (words) return speak(words.dataset.chat);
  const copy = target.closest("[data-copy]");
  if (copy) {
    await navigator.clipboard?.writeText(copy.dataset.copy).catch(() => copy.previousElementSibling.select());
    say(main.dataset.sayCopied);
  }
});

function press(button) {
  if (button.dataset.sure && button.dataset.sure !== "asked") {
    button.dataset.sure = "asked";
    button.textContent = main.dataset.saySure;
    return;
  }
  act(button.dataset.do, 0);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".say")) return;
  event.preventDefault();
  const field = form.elements.namedItem("text");
  if (field.value.trim()) speak(field.value);
  field.value = "";
});

function speak(text) {
  own = text.trim();
  send({ do: "chat", text });
}

async function openRules(clause) {
  const dialog = byId("rules");
  const text = dialog.querySelector(".rulebook");
  if (!text.childElementCount) {
    const answer = await fetch(`/games/${main.dataset.game}/rules?part=true`).catch(() => null);
    if (!answer?.ok) return say(main.dataset.sayOffline);
    text.innerHTML = await answer.text();
  }
  if (!dialog.open) dialog.showModal();
  for (const node of text.querySelectorAll(".target")) node.classList.remove("target");
  const found = clause ? byId(clause) : null;
  (found?.closest("li, p") ?? found)?.classList.add("target");
  found?.scrollIntoView({ block: "center" });
  found?.focus({ preventScroll: true });
}

// The connection: it comes back for ever, and asks for everything anew when the page wakes up

let socket = null;
let number = Number(main.dataset.number ?? 0);
let delay = 500;
let timer = 0;
let watchdog = 0;
let waiting = null; // what was done and not answered yet; said again when the connection is back, the number keeps it from counting twice
let clocks = { left: {}, running: null, at: 0 };

function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState < WebSocket.CLOSING) return;
  const made = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/rooms/${main.dataset.room}/live`);
  socket = made;
  made.onmessage = (event) => {
    clearTimeout(watchdog);
    if (main.classList.contains("offline")) say(main.dataset.sayOnline);
    main.classList.remove("offline");
    delay = 500;
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
  if (!socket || socket.readyState !== WebSocket.OPEN) {
    delay = 500;
    return connect();
  }
  send({ do: "sync" });
  watchdog = setTimeout(() => socket.close(), 4000);
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else say(main.dataset.sayOffline, true);
}

function act(what, value) {
  selected = [];
  hidePeek();
  main.classList.add("waiting");
  if (!main.classList.contains("offline")) say("");
  if (what === "move") fresh.clear();
  waiting = { do: what, number, value };
  if (socket?.readyState === WebSocket.OPEN) send(waiting);
}

// News wait while a finger or the mouse is down: what a press began on must still be there when it ends

const unread = [];
let pressed = false;

function hearNews() {
  while (!pressed && unread.length) receive(unread.shift());
}

function release() {
  pressed = false;
  hearNews();
}

document.addEventListener("pointerdown", (event) => (pressed = event.button === 0), true);
// The click follows these within the same task. A press can also end unseen, outside the window.
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release), true);
document.addEventListener("pointermove", (event) => pressed && !event.buttons && release(), true);
addEventListener("blur", release);

// A part comes whole, or as lines: [first, count] of what it was before, or new ones

const parts = {};

function putTogether(news) {
  for (const [name, pieces] of Object.entries(news.edit)) {
    const lines = parts[name].split("\n");
    news.show[name] = pieces.map((piece) => (typeof piece === "string" ? piece : lines.slice(piece[0], piece[0] + piece[1]).join("\n"))).join("\n");
  }
  Object.assign(parts, news.show);
}

function receive(news) {
  if (news.say) say(news.say);
  if (news.hint) showHint(news.hint);
  if (!news.show) return;
  putTogether(news);
  waiting = null;
  const before = news.number !== number ? looks() : null;
  const places = before && !calm.matches && !document.hidden ? things() : null;
  if (before) forgetMarks();
  number = news.number;
  main.dataset.status = news.status;
  main.dataset.number = news.number;
  clocks = { left: news.clocks ?? {}, running: news.running, at: performance.now() };
  main.classList.remove("waiting");
  show(news);
  if (before) freshen(before);
  if (places) glide(places);
  main.dataset.ready = "true";
}

// Things are seen moving, and can be clicked meanwhile. Their ids are places more often than not, so a thing is known by what
// it shows: within its place it glides, to another place it flies over everything else, and what is gone fades.

const MOTION = { duration: 320, easing: "ease-out" };
let motions = [];
let flying = [];

function things() {
  const table = byId("zones").getBoundingClientRect();
  const all = [...document.querySelectorAll("#zones [data-item]")].filter((node) => node.checkVisibility());
  return all.map((node) => {
    const { item, kind, name } = node.dataset;
    const { x, y, width, height } = node.getBoundingClientRect();
    const cell = node.matches(".cell");
    const what = kind ?? (cell && name.trim() ? `cell ${name}` : "");
    const place = node.closest("[data-zone]") ?? byId("zones");
    const within = place.getBoundingClientRect();
    return {
      node, item, what, cell, zone: place.dataset.zone, hidden: node.matches(".facedown"), face: node.querySelector("img")?.src,
      box: { x: x - table.x, y: y - table.y, width, height }, inside: { x: x - within.x, y: y - within.y },
    };
  });
}

// [thing, where it was before or undefined] for all that are not what they were, and what is nowhere any more
function changes(before, now) {
  const key = ({ item, what, hidden }) => `${item} ${what} ${hidden}`;
  const [then, here] = [new Map(before.map((one) => [key(one), one])), new Set(now.map(key))];
  const left = before.filter((one) => !here.has(key(one)));
  const take = (fits) => left.splice(left.findIndex(fits), left.some(fits) ? 1 : 0)[0];
  const stayed = now.filter((one) => then.has(key(one))).map((one) => [one, then.get(key(one))]);
  const other = now.filter((one) => !then.has(key(one)));
  const like = (one) => (old) => one.what && old.what === one.what;
  const near = other.map((one) => [one, take((old) => like(one)(old) && old.zone === one.zone)]);
  const far = near.map(([one, was]) => [one, was ?? take(like(one))]);
  const moved = far.map(([one, was]) => [one, was ?? (one.face ? take((old) => old.hidden && old.zone !== one.zone) : undefined)]);
  return { moved: [...stayed, ...moved], gone: left };
}

function glide(before) {
  for (const motion of motions) motion.cancel();
  for (const ghost of flying) ghost.remove();
  [motions, flying] = [[], []];
  const { moved, gone } = changes(before, things());
  for (const [one, was] of moved) {
    if (was && was.zone !== one.zone) fly(one, was.box);
    else if (was) slide(one, was.inside);
    else if (!one.cell) motions.push(one.node.animate({ opacity: [0, 1] }, MOTION));
  }
  for (const one of gone) if (one.face) vanish(ghostOf(one), { opacity: [1, 0], scale: [1, 0.8] });
}

function slide({ node, inside }, was) {
  const [x, y] = [was.x - inside.x, was.y - inside.y];
  if (x || y) motions.push(node.animate({ translate: [`${x}px ${y}px`, "0 0"] }, MOTION));
}

function fly(one, was) {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [from, to] = [middle(was), middle(one.box)];
  const way = { translate: [`${from[0] - to[0]}px ${from[1] - to[1]}px`, "0 0"], scale: [was.width / one.box.width, 1] };
  if (!one.face) return motions.push(one.node.animate(way, MOTION));
  motions.push(one.node.animate({ opacity: [0, 0] }, MOTION));
  vanish(ghostOf(one), way);
}

function ghostOf({ face, box }) {
  const ghost = new Image(box.width, box.height);
  ghost.src = face;
  ghost.alt = "";
  ghost.className = "ghost";
  const table = byId("zones").getBoundingClientRect();
  Object.assign(ghost.style, { left: `${table.x + box.x}px`, top: `${table.y + box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  main.append(ghost);
  flying.push(ghost);
  return ghost;
}

function vanish(ghost, frames) {
  const motion = ghost.animate(frames, MOTION);
  motion.onfinish = () => ghost.remove();
  motions.push(motion);
}

function forgetMarks() {
  selected = [];
  consider(null);
  tellAbout(null);
  mark([], "about");
}

// What has changed since one's own last move stays marked, and is told beside the question

const fresh = new Set();

function looks() {
  const things = document.querySelectorAll("#zones .zone:not(.own.kind-fan) [data-item]");
  return new Map([...things].map((node) => [node.dataset.item, `${node.dataset.kind} ${node.dataset.name} ${node.dataset.face} ${node.querySelector(".marks")?.textContent}`]));
}

function freshen(before) {
  const last = byId("log").lastElementChild?.dataset.seat;
  if (last !== undefined && last !== main.dataset.seat) {
    for (const [item, now] of looks()) if (before.get(item) !== now) fresh.add(item);
  }
  mark([...fresh], "fresh");
}

function tellNews() {
  const just = byId("just");
  const rows = [...byId("log").children];
  const own = rows.findLastIndex((row) => row.dataset.seat === main.dataset.seat);
  const others = main.dataset.seat === "" ? rows.slice(-1) : rows.slice(own + 1);
  const lines = others.flatMap((row) => [...row.children]).slice(-5);
  just.replaceChildren(...lines.map((line) => line.cloneNode(true)));
  just.hidden = !lines.length;
  just.scrollTop = just.scrollHeight;
}

function show(news) {
  const focus = document.activeElement;
  const kept = focus?.dataset?.item ?? null;
  const heard = lastSaid()?.textContent;
  for (const name of news.gone) byId(name)?.replaceChildren();
  put(news.show);
  tellChat(heard);
  if (news.log) showLog(news.log);
  if (kept && !document.contains(focus)) {
    const again = document.querySelector(`#zones [data-item="${CSS.escape(kept)}"]`);
    (again ?? document.querySelector("#zones [data-item]"))?.focus({ preventScroll: true });
  }
  showChoice();
  lookAgain();
  tellNews();
  offerPieces();
  goOn();
  tick();
  const mine = document.querySelector(".dock.mine");
  document.title = (mine ? "● " : "") + document.title.replace(/^● /, "");
}

// Words in the chat are also told where they are seen at once

let own = ""; // what was said here

const lastSaid = () => document.querySelector(".said li:last-child");

function tellChat(heard) {
  const said = lastSaid();
  if (!said || said.textContent === heard) return;
  said.parentElement.scrollTop = said.parentElement.scrollHeight;
  const words = said.lastChild.textContent.trim();
  if (words !== own && main.dataset.ready) say(`${said.firstElementChild.textContent}: ${words}`);
}

function put(shown) {
  for (const [name, html] of Object.entries(shown)) {
    const place = byId(name);
    const wanted = place.cloneNode(false);
    wanted.innerHTML = html;
    settle(place, wanted);
  }
}

// Only what differs is touched, so that nothing flickers, loses the focus, closes or forgets what was typed
function settle(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== wanted.nodeName) return old.replaceWith(wanted);
  for (const { name } of [...old.attributes]) if (name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [kids, news] = [[...old.childNodes], [...wanted.childNodes]];
  news.forEach((kid, n) => (n < kids.length ? settle(kids[n], kid) : old.append(kid)));
  for (const kid of kids.slice(news.length)) kid.remove();
}

function showLog({ from, items }) {
  const log = byId("log");
  while (log.children.length > from) log.lastElementChild.remove();
  log.insertAdjacentHTML("beforeend", items.join(""));
  if (items.length) log.scrollTop = log.scrollHeight;
}

function showHint({ move, touches, text }) {
  say(text, true);
  mark(touches, "hinted");
  const button = document.querySelector(`[data-move="${move}"]`);
  if (button) button.hidden = false;
  button?.classList.add("hinted");
}

let fading = 0;

function say(text, stay = false) {
  const notice = byId("notice");
  notice.textContent = text;
  clearTimeout(fading);
  if (!stay) fading = setTimeout(() => (notice.textContent = ""), 6000);
  else if (!main.classList.contains("offline")) fading = setTimeout(() => (notice.textContent = ""), 15000);
}

function tick() {
  for (const node of document.querySelectorAll("[data-clock]")) {
    const seat = node.dataset.clock;
    if (!(seat in clocks.left)) continue;
    const gone = String(clocks.running) === seat ? (performance.now() - clocks.at) / 1000 : 0;
    const left = Math.max(0, Math.round(clocks.left[seat] - gone));
    node.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

// On a phone the cards in hand lie just above the question

new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--dock", `${target.offsetHeight}px`)).observe(byId("status"));

// How to play: open until it is closed once

function beginPrimer() {
  const primer = document.querySelector("[data-primer]");
  if (!primer) return;
  const key = `read-${primer.dataset.primer}`;
  primer.open = innerWidth > 900 && !localStorage.getItem(key);
  primer.addEventListener("toggle", () => !primer.open && localStorage.setItem(key, "1"));
}

// The replay: a slider over the positions

let asked = 0;

async function goTo(position) {
  const slider = byId("slider");
  const last = Number(main.dataset.last);
  const to = Math.max(0, Math.min(last, position));
  slider.value = to;
  byId("where").textContent = `${to} / ${last}`;
  for (const field of document.querySelectorAll('[data-follow="number"]')) field.value = to;
  const lines = [...byId("log").children];
  for (const node of lines) node.classList.toggle("now", Number(node.dataset.n) === to);
  const now = lines[to - 1];
  if (now) byId("log").scrollTop = now.offsetTop - byId("log").offsetTop - byId("log").clientHeight / 2;
  byId("line").replaceChildren(...(now ? now.firstElementChild.cloneNode(true).childNodes : []));
  if (chances) draw(chances);
  const mine = ++asked;
  const eyes = byId("eyes").value;
  const answer = await fetch(`/rooms/${main.dataset.room}/replay/${to}?${eyes === "open" ? "open=true" : `seat=${eyes}`}`);
  if (!answer.ok) return;
  const shown = await answer.json();
  if (mine === asked) turnTo(to, shown);
}

let at = Number(main.dataset.last ?? 0); // the position that is shown

function turnTo(to, shown) {
  const places = Math.abs(to - at) === 1 && !calm.matches ? things() : null;
  at = to;
  put(shown);
  if (places) glide(places);
}

function step(by) {
  goTo(Number(byId("slider").value) + by);
}

const DASHES = ["none", "8 4", "2 4", "10 3 2 3", "14 4", "4 2", "1 2", "6 6"];

function draw(chances) {
  const curve = byId("curve");
  curve.replaceChildren();
  const across = (n) => (300 * n) / Math.max(1, chances.length - 1);
  chances[0].forEach((_, seat) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    path.setAttribute("points", chances.map((row, n) => `${across(n).toFixed(1)},${(100 - 100 * row[seat]).toFixed(1)}`).join(" "));
    path.setAttribute("class", `seat${seat}`);
    path.setAttribute("stroke-dasharray", DASHES[seat]);
    curve.append(path);
  });
  const here = document.createElementNS("http://www.w3.org/2000/svg", "path");
  here.setAttribute("d", `M${across(Number(byId("slider").value)).toFixed(1)} 0V100`);
  curve.append(here);
  const names = main.dataset.names.split("|").slice(0, chances[0].length);
  const now = chances[Number(byId("slider").value)] ?? chances.at(-1);
  byId("curve-names").textContent = names.map((name, seat) => `${["━━", "╍╍", "┄┄", "┅┅"][seat] ?? "━"} ${name} ${Math.round(100 * now[seat])} %`).join("   ");
  curve.removeAttribute("hidden");
  byId("curve-names").hidden = false;
}

let chances = null;

async function workOutChances(button) {
  button.disabled = true;
  say(button.dataset.sayWorking, true);
  const answer = await fetch(`/rooms/${main.dataset.room}/chances`, { headers: { accept: "application/json" } });
  const found = await answer.json();
  button.disabled = false;
  say("");
  if (!answer.ok) return say(found.detail);
  chances = found;
  draw(chances);
}

function beginReplay() {
  byId("chances")?.addEventListener("click", (event) => workOutChances(event.currentTarget));
  byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  byId("eyes").addEventListener("change", () => step(0));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const row = event.target.closest("#log [data-n]");
    if (row) goTo(Number(row.dataset.n));
    if (button) goTo({ first: 0, last: Number(main.dataset.last) }[button.dataset.step] ?? Number(byId("slider").value) + Number(button.dataset.step));
  });
  goTo(Number(main.dataset.last));
  main.dataset.ready = "true";
}

if (main.dataset.last) beginReplay();
else {
  const log = byId("log");
  log.scrollTop = log.scrollHeight;
  showChoice();
  tellNews();
  beginPrimer();
  offerPieces();
  connect();
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(tick, 500);
}
