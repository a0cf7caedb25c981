// The start page: a name that was typed holds for the game that is chosen next, whether it was kept or not.

const typed = /** @type {HTMLInputElement} */ (document.querySelector(".nick input"));
document.addEventListener("formdata", ({ target, formData }) => {
  const name = typed.value.trim();
  if (name && /** @type {HTMLElement} */ (target).closest(".ways")) formData.set("name", name);
});

export {}; // a module of its own, as the other scripts are
