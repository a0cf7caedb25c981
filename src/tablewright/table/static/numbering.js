// Any move by its number: N numbers all moves, digits lead to one of them, and Enter plays it like any button.

import { listAll } from "./choosing.js";
import { all, one } from "./page.js";

let typed = "";

export const isNumbering = () => one("#status .moves.numbered") !== null;

export function beginNumbering() {
  typed = "";
  listAll();
  one("#status .moves")?.classList.add("numbered");
  reach(1);
}

/** Goes on with the number that is being typed; a digit that leads nowhere begins another one. @param {string} digit */
export function typeDigit(digit) {
  if (!reach(Number(typed + digit))) typed = "";
  typed += digit;
  reach(Number(typed));
}

/** @param {number} number of a move, from 1 @returns {boolean} whether there is such a move */
function reach(number) {
  const move = all("#status .moves .move:not([hidden])")[number - 1];
  move?.focus();
  move?.scrollIntoView({ block: "nearest" });
  return move !== undefined;
}

export function endNumbering() {
  typed = "";
  one("#status .moves.numbered")?.classList.remove("numbered");
}
