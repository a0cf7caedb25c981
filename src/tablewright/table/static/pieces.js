// Connected cells: several cells of a board, chosen with one click. A game declares them in its view (`Group`): how many, on
// which cells, beside what. The server asks for them one by one.

import { moves } from "./choosing.js";
import { act, state } from "./live.js";
import { all, button, one, say } from "./page.js";

/** @typedef {[number, number]} Cell row and column */
/** @typedef {Cell[]} Shape */

/** @type {Shape | null} the cells of the piece in hand, or null to place one by one */
let shape = null;
let single = false;
/** @typedef {(move: import("./choosing.js").Move) => boolean} Wanted */
/** @type {Wanted[]} what is still to be played after the click that said so */
let plan = [];
let planned = -1; // the number of the decision in which the last one was

/** @returns {HTMLElement | null} */
export const pieceBoard = () => one("#zones [data-piece]");
export const inHand = () => shape;

/** @param {Shape} cells */
const sorted = (cells) => cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** @param {Shape} cells moved to where the smallest row and column are 0 */
function settled(cells) {
  const [top, left] = [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, column]) => column))];
  return sorted(cells.map(([row, column]) => [row - top, column - left]));
}

/** @param {Shape} cells */
export const turned = (cells) => settled(cells.map(([row, column]) => [column, -row]));

/** @param {Shape} shape however it is turned */
function known(shape) {
  const ways = [shape];
  for (let turn = 0; turn < 3; turn++) ways.push(turned(ways[turn]));
  return ways.map(String).sort()[0];
}

/** All shapes of so many connected cells; those that can be turned into each other are one. @param {number} size @returns {Shape[]} */
function shapesOf(size) {
  /** @type {Shape[]} */
  let found = [[[0, 0]]];
  for (let cells = 1; cells < size; cells++) {
    /** @type {Map<string, Shape>} */
    const larger = new Map();
    for (const smaller of found) {
      for (const [row, column] of smaller) {
        for (const next of [[row, column + 1], [row + 1, column], [row, column - 1], [row - 1, column]]) {
          if (smaller.some((cell) => String(cell) === String(next))) continue;
          const grown = settled([...smaller, /** @type {Cell} */ (next)]);
          if (!larger.has(known(grown))) larger.set(known(grown), grown);
        }
      }
    }
    found = [...larger.values()];
  }
  return found;
}

/** @param {Shape | null} one @param {Shape | null} other */
const same = (one, other) => Boolean(one && other) && known(one) === known(other);

export function offerPieces() {
  one(".pieces")?.remove();
  const board = pieceBoard();
  const dock = one("#status .choose");
  if (!board) shape = null;
  if (!board || !dock || plan.length) return;
  const shapes = shapesOf(Number(board.dataset.piece));
  if (!single && !shapes.some((one) => one.length === shape?.length)) shape = shapes[0];
  const bar = document.createElement("div");
  bar.className = "pieces";
  /** @param {string} label @param {boolean} pressed @param {() => void} press @param {Shape} [drawn] */
  const offer = (label, pressed, press, drawn) => {
    const made = button(drawn ? "" : label, () => (press(), offerPieces()), { "aria-pressed": String(pressed), "aria-label": label });
    if (drawn) made.append(draw(drawn));
    bar.append(made);
  };
  shapes.forEach((one, n) => {
    const held = same(one, shape);
    offer(`${board.dataset.sayShape} ${n + 1}`, held, () => ((shape = held ? turned(shape) : one), (single = false)), held ? shape : one);
  });
  if (shape) offer(`⟳ ${board.dataset.sayTurn}`, false, turn);
  offer(board.dataset.saySingle, single, () => ((shape = null), (single = true)));
  bar.append(Object.assign(document.createElement("p"), { className: "why" }));
  dock.after(bar);
}

export function turn() {
  if (shape) shape = turned(shape);
}

/** @param {Shape} cells */
function draw(cells) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const size = Math.max(...cells.flat()) + 1;
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  for (const [row, column] of cells) {
    const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x: column, y: row, width: 1, height: 1 })) box.setAttribute(name, String(value));
    svg.append(box);
  }
  return svg;
}

/**
 * The piece over a cell, where it fits best; `why` is empty if it can be placed.
 * @param {HTMLElement} node
 * @returns {{ cells: HTMLElement[], why: string }}
 */
function pieceAt(node) {
  const board = pieceBoard();
  const cells = all("[data-item]", board);
  const width = Number(one(".items", board).dataset.columns);
  const at = cells.indexOf(node);
  const free = new Set(board.dataset.free.split(" "));
  const tries = shape.map(([row, column]) => {
    const [top, left] = [Math.floor(at / width) - row, (at % width) - column];
    const places = shape.map(([r, c]) => [top + r, left + c]);
    const inside = places.filter(([r, c]) => r >= 0 && c >= 0 && c < width && r * width + c < cells.length).map(([r, c]) => cells[r * width + c]);
    return { cells: inside, why: whyNot(board, inside, free) };
  });
  return tries.find((one) => !one.why) ?? tries[0];
}

/** @param {HTMLElement} board @param {HTMLElement[]} cells @param {Set<string>} free */
function whyNot(board, cells, free) {
  if (cells.length < shape.length) return board.dataset.sayOff;
  const taken = cells.find((cell) => !free.has(cell.dataset.item));
  if (taken) return `${taken.dataset.detail || taken.dataset.name}: ${board.dataset.sayTaken}`;
  return cells.some((cell) => cell.matches(".can")) ? "" : board.dataset.sayApart;
}

/** @param {HTMLElement | null} node */
export function showPiece(node) {
  for (const cell of all("#zones .piece")) cell.classList.remove("piece", "wrong");
  if (!node || !shape || !node.closest("[data-piece]")) return;
  const { cells, why } = pieceAt(node);
  for (const cell of cells) cell.classList.add("piece", ...(why ? ["wrong"] : []));
  const told = one(".pieces .why");
  if (told) told.textContent = why;
}

/** Named in an order in which each cell touches one that was named before. @param {HTMLElement} node */
export function placePiece(node) {
  const { cells, why } = pieceAt(node);
  if (why) return say(why);
  const board = pieceBoard();
  const [every, width] = [all("[data-item]", board), Number(one(".items", board).dataset.columns)];
  /** @param {HTMLElement} a @param {HTMLElement} b */
  const near = (a, b) => {
    const [first, second] = [every.indexOf(a), every.indexOf(b)];
    return Math.abs(Math.floor(first / width) - Math.floor(second / width)) + Math.abs((first % width) - (second % width)) === 1;
  };
  const order = [cells.find((cell) => cell.matches(".can"))];
  while (order.length < cells.length) order.push(cells.find((cell) => !order.includes(cell) && order.some((other) => near(cell, other))));
  go(order.map((cell) => (move) => move.choice.includes(cell.dataset.item)));
}

/** Play moves one after the other, as long as they are possible. @param {Wanted[]} wanted */
export function go(wanted) {
  plan = wanted;
  planned = -1;
  goOn();
}

export function goOn() {
  if (planned === state.number) return;
  const next = plan.length ? moves().find(plan[0]) : null;
  plan = next ? plan.slice(1) : [];
  planned = next ? state.number : -1;
  if (next) act("move", next.id, true);
}

/** Play the moves of a button, which names all of them. @param {HTMLElement} button */
export function goThrough(button) {
  go(button.dataset.run.split(" ").map((id) => (move) => move.id === Number(id)));
}

export function forgetPlan() {
  plan = [];
}
