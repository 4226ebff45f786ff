// The board: rows and pins point at each other, the day one reads is marked, the map follows it.
const board = document.getElementById("board");

function light(uid, from) {
  for (const lit of board.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (!uid) return;
  for (const one of board.querySelectorAll(`[data-item="${CSS.escape(uid)}"]`)) {
    one.classList.add("lit");
    if (from === "pin" && one.matches(".entry")) one.scrollIntoView({ block: "nearest" });
  }
}
const itemOf = (event) => event.target.closest?.("[data-item]");
const kindOf = (item) => (item.matches(".pin") ? "pin" : "row");

// What a pointer lit goes out with it; what was clicked or focused stays.
let hovered = false;
let kept = "";
board.addEventListener("pointerover", (event) => {
  const item = itemOf(event);
  if (item || hovered) light(item?.dataset.item ?? kept, "");
  hovered = Boolean(item);
});
board.addEventListener("focusin", (event) => {
  const item = itemOf(event);
  if (!item) return;
  kept = item.dataset.item;
  light(kept, kindOf(item));
});
board.addEventListener("click", (event) => {
  const item = itemOf(event);
  if (!item) return;
  event.preventDefault();
  if (kindOf(item) === "pin") {
    if (!board.querySelector(".timeline").offsetParent) return; // a phone's map
    const row = board.querySelector(`.entry[data-item="${CSS.escape(item.dataset.item)}"]`);
    row.scrollIntoView({ block: "center", behavior: "smooth" });
    row.querySelector(".to-map").focus({ preventScroll: true });
  } else if (event.target.closest(".to-map")) {
    showDay(item.closest(".day").dataset.day);
    if (!map().offsetParent) document.dispatchEvent(new CustomEvent("show-tab", { detail: "map" }));
  }
  kept = item.dataset.item;
  light(kept, "");
  hovered = false;
});

// The day being read: the last whose heading passed the top.
let days = null;
function watchDays() {
  days?.disconnect();
  const sections = [...board.querySelectorAll(".timeline .day")];
  if (!sections.length) return;
  const visible = new Map();
  days = new IntersectionObserver((entries) => {
    for (const entry of entries) visible.set(entry.target.dataset.day, entry.isIntersecting);
    const first = sections.find((section) => visible.get(section.dataset.day));
    if (!first) return;
    const marked = board.querySelector(".days a[aria-current]");
    if (marked?.dataset.day === first.dataset.day) return;
    marked?.removeAttribute("aria-current");
    board.querySelector(`.days a[data-day="${first.dataset.day}"]`).setAttribute("aria-current", "true");
    if (marked && map()?.dataset.day) showDay(first.dataset.day);
  }, { rootMargin: "-25% 0px -60% 0px" });
  for (const section of sections) days.observe(section);
}

// The map follows the day (static/js/map.js).
const map = () => board.querySelector("#map");
const showDay = (number) => document.dispatchEvent(new CustomEvent("show-day", { detail: number }));
board.addEventListener("click", (event) => {
  const link = event.target.closest(".days a[data-day]");
  if (link) showDay(link.dataset.day);
});
watchDays();
// Read again when something changed, the board stays where it was. Answers overtake each other: this one takes
// no chosen view away.
let asked = 0;
let newest = 0;
const read = (query, travelling) => htmx.ajax("GET", `${location.pathname}board?${query}`, { target: "#board", swap: "innerMorph", travelling });
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.target !== board) return;
  ctx.number = ++asked;
  if (ctx.travelling || chosen(ctx)) return;
  const now = document.getElementById("board-view").dataset;
  const [view, option] = now.view.split(":");
  ctx.over = now.view;
  const url = new URL(ctx.request.action, location.href);
  const frame = map()?.querySelector("[data-frame].on")?.dataset.frame;
  for (const [name, value] of Object.entries({ view, option, frame, mark: now.mark })) {
    if (value) url.searchParams.set(name, value);
  }
  ctx.request.action = url.pathname + url.search;
});
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const late = ctx.number < newest;
  const astray = ctx.over && ctx.over !== viewNow();
  if (ctx.over && (late || astray)) event.preventDefault();
  else if (ctx.number > newest) newest = ctx.number;
  if (late ? !ctx.over : astray) setTimeout(read, 0, "");
});

// The reader's own choice: on the board, or a page of the trip.
function chosen(ctx) {
  return Boolean(ctx.sourceElement.closest("#board, [data-page]"));
}

// The view is in the address: Back leads to the one before. One that comes by itself is no new step.
const viewNow = () => document.getElementById("board-view")?.dataset.view;
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
  for (const name of ["view", "option"]) if (query.get(name)) wanted.set(name, query.get(name));
  read(wanted, true);
});

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
  watchDays();
  if (view === viewNow()) return;
  view = viewNow();
  if (!ctx.travelling) keepView(view, chosen(ctx));
  if (!board.offsetParent) document.querySelector('.pages a[data-page]').classList.add("news");
  board.scrollTop = 0;
  if (board.offsetParent && document.scrollingElement.scrollTop) scrollTo(0, 0);
  if (document.activeElement === document.body) board.focus({ preventScroll: true });
});
