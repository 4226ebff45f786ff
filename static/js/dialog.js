// The one dialog of a page. A link with data-hx-target="#dialog-body" fills it; this opens and closes it.
// Without a script the same link leads to a page of its own.
const dialog = document.getElementById("dialog");
let opener = null;

document.addEventListener("htmx:after:swap", () => {
  const body = document.getElementById("dialog-body");
  if (dialog && !dialog.open && body.childElementCount) {
    opener = document.activeElement.closest("details.menu")?.querySelector("summary") ?? document.activeElement;
    closeMenus(null);
    dialog.showModal();
  }
});

dialog?.addEventListener("close", () => {
  document.getElementById("dialog-body").replaceChildren();
  opener?.focus?.();
});

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("[data-close]")) {
    event.preventDefault();
    dialog.close();
  }
});

addEventListener("hashchange", () => dialog?.close());

document.addEventListener("board-changed", () => dialog?.close());

// One open menu at a time; Escape and a click elsewhere close it.
function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}
for (const event of ["click", "focusin"]) {
  document.addEventListener(event, ({ target }) => closeMenus(target.closest("details.menu")));
}
document.addEventListener("click", ({ target }) => {
  const menu = target.closest(".menu > div :is(a, button)")?.closest(".menu");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  closeMenus(null);
  menu?.querySelector("summary").focus();
});
