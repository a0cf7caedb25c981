// What the keywords and signs in a text mean.

import { all } from "./page.js";

const MOST_WORDS = 4; // that are explained beside a card

/** The game's keywords and signs in a text, and what they mean. @param {string} text @returns {[string, string][]} */
export function explained(text) {
  const known = all("#explained > div").map((row) => row.querySelector("dt").textContent);
  const meant = all("#explained dd").map((node) => node.textContent);
  const found = known.map((word, n) => /** @type {[string, string]} */ ([word, meant[n]])).filter(([word]) => stands(word, text));
  return found.slice(0, MOST_WORDS);
}

/** @param {string} word @param {string} text */
function stands(word, text) {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "u").test(text);
}
