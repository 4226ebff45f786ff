// Priorities on the board: a row is dragged by its handle into another tier, or moved there by the arrow keys on
// it; the focus stays with the row that was moved.
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

// One way into a tier for hand and key: the button of the row's menu.
function move(row, tier) {
  const button = row.querySelector(`.menu button[name="${tier}"]:not(:disabled)`);
  if (button) button.form.requestSubmit(button);
}

function mark(tier) {
  if (drag.over === tier) return;
  drag.over?.classList.remove("over");
  drag.over = tier;
  tier?.classList.add("over");
}

function drop(to) {
  const { row, handle, pointer } = drag;
  drag.over?.classList.remove("over");
  row.classList.remove("dragged");
  row.style.translate = "";
  if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer);
  drag = null;
  if (dragged && to && to !== row.closest(".tier")) move(row, to.dataset.tier);
}

board.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".handle");
  if (!handle || event.button !== 0 || drag) return;
  event.preventDefault();
  const row = handle.closest(".rank");
  dragged = false;
  drag = { row, handle, pointer: event.pointerId, x: event.clientX, y: event.clientY, box: scroller(), over: null };
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
  mark(tierAt(event.clientX, event.clientY));
});
board.addEventListener("pointerup", (event) => {
  if (drag && event.pointerId === drag.pointer) drop(tierAt(event.clientX, event.clientY));
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
  const step = event.target.matches(".handle") && { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const row = event.target.closest(".rank");
  // What is not sorted comes in at the near end.
  const at = TIERS.indexOf(row.closest(".tier").dataset.tier);
  move(row, at < 0 ? TIERS[step < 0 ? 2 : 3] : TIERS[at + step]);
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

// A reading that was under way when the move was sent knows nothing of it: it is read once more.
function keepSaying({ request, sourceElement }) {
  const said = document.getElementById("ranks-said");
  if (said?.dataset.moved) moved = said.dataset.moved;
  else if (!said || sourceElement.closest("#board") || new URL(request.action, location.href).searchParams.has("moved")) moved = "";
  else if (moved) document.dispatchEvent(new Event("board-changed"));
}

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail?.ctx?.target !== board) return;
  if (drag) drop(null); // the board was read again under the pointer
  keepSaying(event.detail.ctx);
  if (event.detail.ctx.request.method === "POST") refocus(); // a reading by itself may come in between
});
