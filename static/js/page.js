// The one dialog of a page: a link with data-hx-target="#dialog-body" fills it.
const dialog = document.getElementById("dialog");
let opener = null;

// A stylesheet that comes with a part of the page stays for the parts that follow.
const sheets = {};
function keepSheets() {
  for (const link of document.body.querySelectorAll("link[rel=stylesheet]")) {
    sheets[link.href] ??= new Promise((done) => {
      const kept = link.cloneNode();
      kept.onload = kept.onerror = done;
      document.head.append(kept);
    });
  }
  return Promise.all(Object.values(sheets));
}

document.addEventListener("htmx:after:swap", async () => {
  const loaded = keepSheets();
  const body = document.getElementById("dialog-body");
  if (!dialog || dialog.open || !body.childElementCount) return;
  opener = document.activeElement.closest("details.menu")?.querySelector("summary") ?? document.activeElement;
  closeMenus(null);
  await loaded;
  if (!dialog.open && body.childElementCount) dialog.showModal();
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

// An error that is no part of the page is told in a sentence beside what was sent.
const SENTENCES = {
  401: "You are signed out here. Reload the page to sign in again.",
  403: "This page is out of date: it stood open while somebody signed in or out. Reload the page, then send it again.",
  404: "This is not here any more, or you are signed out. Reload the page to see.",
  408: "That took too long to arrive. Try again.",
  413: "This is too large to send. Send a shorter text.",
  429: "That was too much at once. Wait a minute, then try again.",
};
const RELOAD = [401, 403, 404, 409, 410, 422];
const OUT_OF_DATE = "That could not be taken. Reload the page, then try again.";
const OUR_FAULT = "Something went wrong on our side. What you wrote is still here: try again in a moment.";
const NOT_THROUGH = "That did not get through. What you wrote is still here: try again in a moment.";
const DRAFT = `draft ${location.pathname}`;

const isStream = (ctx) => ctx.sourceElement?.id === "stream";
const isPage = (text) => /^\s*<(!doctype|html)/i.test(text);

// What an answer says in its line for notices.
function told({ text, hx }) {
  if (hx?.retarget !== "#notices") return "";
  return new DOMParser().parseFromString(text, "text/html").querySelector(".note")?.textContent.trim() ?? "";
}

function placeFor(source) {
  const form = source.form ?? source.closest("form");
  if (source.id === "composer" || form?.id === "composer") return document.getElementById("composer-error");
  const body = document.getElementById("dialog-body");
  const dialog = document.querySelector("dialog[open]") ? body : null;
  const inside = form && !form.hidden ? form : dialog;
  if (!inside) return document.getElementById("notices");
  const line = document.createElement("div");
  line.className = "refusal";
  inside.prepend(line);
  return line;
}

function tell(source, sentence, reload) {
  forget();
  const note = document.createElement("p");
  note.className = "note bad";
  note.setAttribute("role", "alert");
  note.append(sentence);
  if (reload) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.dataset.reload = "";
    button.textContent = "Reload the page";
    note.append(button);
  }
  placeFor(source).replaceChildren(note);
}

function forget() {
  for (const line of document.querySelectorAll(".refusal")) line.remove();
  document.getElementById("notices")?.replaceChildren();
}

document.addEventListener("htmx:before:request", (event) => {
  if (!isStream(event.detail.ctx)) forget();
});
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const { status, headers } = ctx.response;
  if (status < 400 || isStream(ctx)) return;
  const html = headers.get("Content-Type")?.startsWith("text/html");
  const said = html ? told(ctx) : "";
  if (!said && html && ctx.text.trim() && !isPage(ctx.text)) return; // a part of the page that says it itself
  event.preventDefault();
  const sentence = said || SENTENCES[status] || (status < 500 ? OUT_OF_DATE : OUR_FAULT);
  tell(ctx.sourceElement, sentence, !said && RELOAD.includes(status));
});
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx && !ctx.response && !isStream(ctx)) tell(ctx.sourceElement, NOT_THROUGH, false);
});

// Words in the composer outlive the reload.
const field = document.querySelector(".composer #text");
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-reload]")) return;
  if (field?.value) sessionStorage.setItem(DRAFT, field.value);
  location.reload();
});
const draft = sessionStorage.getItem(DRAFT);
if (field && draft !== null) {
  sessionStorage.removeItem(DRAFT);
  if (!field.value) field.value = draft;
}
