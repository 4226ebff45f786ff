// Priorities on the board: a row is dragged by its handle to its place in any tier, or moved by the arrow keys on
// it: up and down by one, left and right into the next tier. The focus stays with the row that was moved.
const board = document.getElementById("board");
const EDGE = 56; // pixels from the edge of what scrolls, where a drag makes it scroll
const STEP = 14;
const START = 6; // pixels before a press is a drag
const TIERS = ["must", "should", "could", "skip"];
let drag = null;
let sent = ""; // the finding that is on its way
let dragged = false; // the press that ends was a drag
let moved = ""; // the finding moved last

const tierAt = (x, y) => document.elementFromPoint(x, y)?.closest(".tier[data-tier]");
const scroller = () => (board.scrollHeight > board.clientHeight + 1 && getComputedStyle(board).overflowY !== "visible" ? board : document.scrollingElement);

// One way for hand and key: the button of the row's menu; a hand says before which row as well.
function move(row, deed, next) {
  const button = row.querySelector(`.menu button[name="${deed}"]`);
  if (!button || (button.disabled && next === undefined)) return;
  const { form } = button;
  form.querySelector("[name=before]")?.remove();
  if (next !== undefined) {
    const before = Object.assign(document.createElement("input"), { type: "hidden", name: "before", value: next?.id.slice(5) ?? "" });
    form.append(before);
    button.disabled = false;
  }
  form.requestSubmit(button);
}

// The row before which one is let go; of a folded list the first.
function nextAt(tier, y) {
  return [...tier.querySelectorAll(".rank:not(.dragged)")].find((one) => {
    const box = one.getBoundingClientRect();
    return !one.checkVisibility() || y < box.top + box.height / 2;
  });
}

function mark(tier, next) {
  for (const one of board.querySelectorAll(".tier.over, .rank.next")) one.classList.remove("over", "next");
  tier?.classList.add("over");
  next?.classList.add("next");
}

function drop(to, y) {
  const { row, handle, pointer } = drag;
  const next = to && nextAt(to, y);
  const stays = next === (row.nextElementSibling ?? row.closest(".tier").querySelector(".fold .rank") ?? undefined) && to === row.closest(".tier");
  mark();
  row.classList.remove("dragged");
  row.style.translate = "";
  if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer);
  drag = null;
  if (dragged && to?.dataset.tier && !stays) move(row, to.dataset.tier, next ?? null);
}

board.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".handle");
  if (!handle || event.button !== 0 || drag) return;
  event.preventDefault();
  const row = handle.closest(".rank");
  dragged = false;
  drag = { row, handle, pointer: event.pointerId, x: event.clientX, y: event.clientY, box: scroller() };
  drag.top = drag.box.scrollTop;
  handle.setPointerCapture(event.pointerId);
});
board.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { box, row } = drag;
  dragged ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > START;
  if (!dragged) return;
  row.classList.add("dragged");
  const frame = box === board ? board.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  if (event.clientY < frame.top + EDGE) box.scrollTop -= STEP;
  else if (event.clientY > frame.bottom - EDGE) box.scrollTop += STEP;
  row.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y + box.scrollTop - drag.top}px`;
  const tier = tierAt(event.clientX, event.clientY);
  mark(tier, tier && nextAt(tier, event.clientY));
});
board.addEventListener("pointerup", (event) => {
  if (drag && event.pointerId === drag.pointer) drop(tierAt(event.clientX, event.clientY), event.clientY);
});
board.addEventListener("pointercancel", () => drag && drop(null));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag) drop(null);
});
// A press that moves nothing opens the menu.
board.addEventListener("click", (event) => {
  const menu = !dragged && event.target.closest(".handle")?.closest(".rank").querySelector(".menu");
  if (menu) setTimeout(() => { menu.open = true; menu.querySelector("summary").focus(); });
  dragged = false;
});
board.addEventListener("keydown", (event) => {
  if (!event.target.matches(".handle") || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const row = event.target.closest(".rank");
  const at = TIERS.indexOf(row.closest(".tier").dataset.tier);
  move(row, { ArrowUp: "up", ArrowDown: "down", ArrowLeft: TIERS[at - 1], ArrowRight: TIERS[at + 1] }[event.key]);
});

// The row stands in another list afterwards: its handle is found again there.
board.addEventListener("submit", (event) => {
  if (event.target.closest(".ranks")) sent = event.submitter.value;
}, true);
function refocus() {
  const row = sent && document.getElementById(`rank-${sent}`);
  sent = "";
  if (!row) return;
  if (row.closest(".fold")) row.closest(".fold").open = true;
  row.querySelector(".handle").focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

// The board is read again by itself, too: what was moved last is still told then, with its way back.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  moved = document.getElementById("ranks-said")?.dataset.moved || moved;
  if (!moved || ctx.target !== board || ctx.request.method !== "GET" || ctx.sourceElement.closest("#board")) return;
  const url = new URL(ctx.request.action, location.href);
  url.searchParams.set("moved", moved);
  ctx.request.action = url.pathname + url.search;
});

function keepSaying({ request, sourceElement }) {
  const said = document.getElementById("ranks-said");
  if (said?.dataset.moved) moved = said.dataset.moved;
  else if (!said || sourceElement.closest("#board") || new URL(request.action, location.href).searchParams.has("moved")) moved = "";
}

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail?.ctx?.target !== board) return;
  if (drag) drop(null); // the board was read again under the pointer
  keepSaying(event.detail.ctx);
  if (event.detail.ctx.request.method === "POST") refocus(); // a reading by itself may come in between
});
