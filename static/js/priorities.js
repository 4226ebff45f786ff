// Priorities on the board: a card is dragged by its grip into another tier, which sends the same form as its
// select does; the focus stays with the card that was moved.
const board = document.getElementById("board");
const EDGE = 56; // pixels from the edge of what scrolls, where a drag makes it scroll
const STEP = 14;
let drag = null;
let sent = null;
let moved = ""; // the finding moved last

const tierAt = (x, y) => document.elementFromPoint(x, y)?.closest(".rank-tier[data-tier]");
const scroller = () => (board.scrollHeight > board.clientHeight + 1 && getComputedStyle(board).overflowY !== "visible" ? board : document.scrollingElement);

// Grips are of use to a pointer alone: they are there with the script, and hidden from everybody else.
function grips() {
  for (const card of board.querySelectorAll(".ranks form .rank:not(:has(.rank-grip))")) {
    const grip = document.createElement("span");
    grip.className = "rank-grip";
    grip.setAttribute("aria-hidden", "true");
    card.append(grip);
    card.classList.add("gripped");
  }
}

function mark(tier) {
  if (drag.over === tier) return;
  drag.over?.classList.remove("over");
  drag.over = tier;
  tier?.classList.add("over");
}

function drop(to) {
  const { card, grip, pointer } = drag;
  drag.over?.classList.remove("over");
  card.classList.remove("dragged");
  card.style.translate = "";
  if (grip.hasPointerCapture(pointer)) grip.releasePointerCapture(pointer);
  drag = null;
  const select = card.querySelector("select");
  const tier = to?.dataset.tier;
  if (!tier || to === card.closest(".rank-tier")) return;
  select.value = tier;
  select.form.requestSubmit(card.querySelector('button[name="move"]'));
}

board.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".rank-grip");
  if (!grip || event.button !== 0 || drag) return;
  event.preventDefault();
  const card = grip.closest(".rank");
  drag = { card, grip, pointer: event.pointerId, x: event.clientX, y: event.clientY, box: scroller(), over: null };
  drag.top = drag.box.scrollTop;
  grip.setPointerCapture(event.pointerId);
  card.classList.add("dragged");
});
board.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { box, card } = drag;
  const frame = box === board ? board.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  if (event.clientY < frame.top + EDGE) box.scrollTop -= STEP;
  else if (event.clientY > frame.bottom - EDGE) box.scrollTop += STEP;
  card.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y + box.scrollTop - drag.top}px`;
  mark(tierAt(event.clientX, event.clientY));
});
board.addEventListener("pointerup", (event) => {
  if (drag && event.pointerId === drag.pointer) drop(tierAt(event.clientX, event.clientY));
});
board.addEventListener("pointercancel", () => drag && drop(null));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag) drop(null);
});

// The card stands in another list afterwards: the button that was pressed is found again, or its select.
board.addEventListener("submit", (event) => {
  if (event.target.closest(".ranks") && event.submitter) sent = { name: event.submitter.name, value: event.submitter.value };
}, true);
function refocus() {
  if (!sent) return;
  const { name, value } = sent;
  sent = null;
  const of = CSS.escape(value);
  const same = board.querySelector(`.rank button[name="${name}"][value="${of}"]:not(:disabled)`);
  const found = same ?? board.querySelector(`.rank select[name="tier-${of}"]`);
  found?.focus({ preventScroll: true });
  found?.closest(".rank").scrollIntoView({ block: "nearest" });
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

grips();
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail?.ctx?.target !== board) return;
  if (drag) drop(null); // the board was read again under the pointer
  grips();
  keepSaying(event.detail.ctx);
  if (event.detail.ctx.request.method === "POST") refocus(); // a reading by itself may come in between
});
