// The board: rows and pins point at each other, one day of a plan is shown at a time.
const board = document.getElementById("board");

function light(uid, pin) {
  for (const lit of board.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (!uid) return;
  for (const one of board.querySelectorAll(`[id="item-${uid}"], [id="pin-${uid}"], [data-item="${uid}"]`)) {
    one.classList.add("lit");
    if (pin && one.matches(".entry")) one.scrollIntoView({ block: "nearest" });
  }
}
const itemOf = (event) => event.target.closest?.(".entry:has(.to-map), .pin");
const uidOf = (item) => item.dataset.item ?? item.id.replace(/^\w+-/, "");

// What a pointer lit goes out with it; what was clicked or focused stays.
let hovered = false;
let kept = "";
board.addEventListener("pointerover", (event) => {
  const item = itemOf(event);
  if (item || hovered) light(item ? uidOf(item) : kept);
  hovered = Boolean(item);
});
board.addEventListener("focusin", (event) => {
  const item = itemOf(event);
  if (!item) return;
  kept = uidOf(item);
  light(kept, item.matches(".pin"));
});
board.addEventListener("click", (event) => {
  const item = itemOf(event);
  if (!item) return;
  const pin = item.matches(".pin");
  if (!pin && !event.target.closest(".to-map")) return;
  event.preventDefault();
  if (pin) {
    const row = document.getElementById(`item-${uidOf(item)}`);
    row.scrollIntoView({ block: "center", behavior: "smooth" });
    row.querySelector(".to-map").focus({ preventScroll: true });
  } else item.closest(".day").querySelector("figure.map")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  kept = uidOf(item);
  light(kept);
  hovered = false;
});

// One day at a time, in the address: by its link, by arrow keys, by a link to something in it.
const shown = () => going ?? board.querySelector(".day.shown");
let going; // the day that a transition is about to show
const still = matchMedia("(prefers-reduced-motion: reduce)");
function showDay(day, to) {
  const near = () => to?.scrollIntoView({ block: "center" });
  if (!day || day === shown()) return near();
  const change = () => {
    if (going === day) going = undefined;
    for (const one of board.querySelectorAll(".timeline > .day")) one.classList.toggle("shown", one === day);
    for (const link of board.querySelectorAll(".days a")) {
      if (link.hash === `#${day.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const top = board.querySelector(".days").getBoundingClientRect();
    if (day.getBoundingClientRect().top < top.bottom - 1) day.scrollIntoView();
    near();
  };
  const query = new URLSearchParams(location.search);
  query.set("day", day.dataset.day);
  history.replaceState(null, "", `?${query}`);
  going = day;
  if (still.matches || !document.startViewTransition) change();
  else document.startViewTransition(change);
}
const showLinked = (hash, near) => {
  const to = document.getElementById(decodeURIComponent(hash.slice(1)));
  showDay(to?.closest(".timeline > .day"), near && to);
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href*='#']");
  if (!link || event.ctrlKey || event.metaKey) return;
  const hash = link.getAttribute("href").replace(/^[^#]*/, "");
  showLinked(hash, link.dataset.tab);
  if (link.closest(".days")) event.preventDefault();
});
addEventListener("hashchange", () => showLinked(location.hash));
showLinked(location.hash);
board.addEventListener("keydown", (event) => {
  const link = event.target.closest(".days a");
  const next = link && { ArrowRight: link.nextElementSibling, ArrowLeft: link.previousElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
  showLinked(next.hash);
});

board.addEventListener("click", (event) => {
  const menu = event.target.closest("a.more");
  if (!menu || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  htmx.ajax("GET", menu.getAttribute("href"), { source: menu, target: "#dialog-body", swap: "innerHTML" });
});

function moves({ target }) {
  const days = target.closest(".entry") && target.closest("[data-moves]");
  if (days) import(days.dataset.moves);
}
board.addEventListener("pointerover", moves);
board.addEventListener("focusin", moves);

// Read again when something changed: takes no chosen view or day away.
let asked = 0;
let newest = 0;
const read = (query, travelling) => htmx.ajax("GET", `${location.pathname}board?${query}`, { target: "#board", swap: "innerMorph", travelling });
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.target !== board) return;
  ctx.number = ++asked;
  const here = { day: shown()?.dataset.day };
  if (ctx.travelling || (chosen(ctx) && ctx.request.method === "GET")) return;
  if (!chosen(ctx)) {
    const now = document.getElementById("board-view").dataset;
    [here.view, here.option] = now.view.split(":");
    here.mark = now.mark;
    ctx.over = standing();
  }
  const url = new URL(ctx.request.action, location.href);
  for (const [name, value] of Object.entries(here)) {
    if (value) url.searchParams.set(name, value);
  }
  ctx.request.action = url.pathname + url.search;
});
let changes = 0; // on their way, unknown to what is read meanwhile
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.target !== board) return;
  ctx.blind = changes > 0;
  changes += ctx.change = ctx.request.method !== "GET";
});
document.addEventListener("htmx:finally:request", (event) => (changes -= event.detail.ctx.change ?? 0));
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const late = ctx.number < newest;
  const astray = ctx.over && (ctx.blind || ctx.over !== standing());
  if (ctx.over && (late || astray)) event.preventDefault();
  else if (ctx.number > newest) newest = ctx.number;
  if (late ? !ctx.over : astray) setTimeout(read, 99, "");
});

// The page that is open is not read once more.
document.addEventListener("htmx:before:request", (event) => {
  const { page } = event.detail.ctx.sourceElement.dataset ?? {};
  if (page && page === viewNow()) event.preventDefault();
});

// The reader's own choice: on the board, or a page of the trip.
function chosen(ctx) {
  return Boolean(ctx.sourceElement.closest("#board, [data-page]"));
}

// The view is in the address: Back leads to the one before. One that comes by itself is no new step.
const viewNow = () => document.getElementById("board-view")?.dataset.view;
const standing = () => `${viewNow()} ${shown()?.dataset.day}`;
const viewIn = (query) => [query.get("view"), query.get("option")].filter(Boolean).join(":");
let inAddress = viewIn(new URLSearchParams(location.search));
function keepView(shown, step) {
  if (inAddress === shown) return;
  const query = new URLSearchParams(location.search);
  const [name, option] = step ? shown.split(":") : [];
  if (step) query.set("tab", "trip");
  for (const [key, value] of Object.entries({ view: name, option })) {
    if (value) query.set(key, value);
    else query.delete(key);
  }
  inAddress = viewIn(query);
  const address = query.size ? `?${query}` : location.pathname;
  if (step) history.pushState(null, "", address);
  else history.replaceState(null, "", address + location.hash);
}
addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  if (query.get("tab")) document.dispatchEvent(new CustomEvent("show-tab", { detail: query.get("tab") }));
  if (inAddress === viewIn(query)) return; // only the place on the page is another
  inAddress = viewIn(query);
  const wanted = new URLSearchParams();
  for (const name of ["view", "option", "day"]) if (query.get(name)) wanted.set(name, query.get(name));
  read(wanted, true);
});

// A change that has just been proposed comes to the day it is about.
const proposed = () => board.querySelector("#proposal");
let waiting = proposed()?.dataset.proposal;
function showProposed() {
  const now = proposed();
  const fresh = now && now.dataset.proposal !== waiting;
  if (fresh) showDay(now.closest(".day"), now);
  waiting = now?.dataset.proposal;
  return fresh ? now : null;
}

// Another view starts at its top; a reader whose button is gone is put there.
let view = viewNow();
// What one view alone needs comes with it.
function parts() {
  for (const part of board.querySelectorAll("[data-module]")) import(part.dataset.module);
}
parts();
document.addEventListener("htmx:after:swap", parts);
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail ?? {};
  if (ctx?.target !== board) return;
  const fresh = showProposed();
  if (view === viewNow()) return;
  view = viewNow();
  if (!ctx.travelling) keepView(view, chosen(ctx));
  if (!board.offsetParent) document.querySelector('.pages a[data-page]').classList.add("news");
  board.scrollTop = 0;
  if (board.offsetParent && document.scrollingElement.scrollTop) scrollTo(0, 0);
  if (chosen(ctx)) fresh?.scrollIntoView({ block: "center" });
  if (document.activeElement === document.body) board.focus({ preventScroll: true });
  showLinked(ctx.sourceElement.hash ?? "", true);
});
