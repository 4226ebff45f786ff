// Items of a day are moved by their number: dragged before another item or onto a day, or by Alt and an arrow key.
// Loaded by static/js/board.js when a hand or a key is on an item that can be changed.
const board = document.getElementById("board");
const START = 6; // pixels before a press is a drag
const rowOf = (target) => target.closest?.(".entry:is(.visit, .meal):has(.more)");
const uidOf = (row) => row.id.slice("item-".length);
let drag = null;

function send(what, row, more) {
  const { seen } = board.querySelector(".timeline").dataset;
  const token = document.querySelector("#act [name=csrfmiddlewaretoken]").value;
  htmx.ajax("POST", row.querySelector(".more").pathname, { source: row, target: "#dialog-body", swap: "innerHTML", values: { what, uid: uidOf(row), seen, csrfmiddlewaretoken: token, ...more } });
}

board.addEventListener("keydown", (event) => {
  const what = event.altKey && { ArrowUp: "earlier", ArrowDown: "later" }[event.key];
  const row = what && rowOf(event.target);
  if (!row) return;
  event.preventDefault();
  send(what, row);
});

const targetAt = (x, y) => document.elementFromPoint(x, y)?.closest(".days a, .entry:is(.visit, .meal)");
function mark(target) {
  if (drag.over === target) return;
  drag.over?.classList.remove("drop");
  drag.over = target && target !== drag.row ? target : null;
  drag.over?.classList.add("drop");
}
function end(dropped) {
  const { row, over, moving } = drag;
  mark(null);
  row.classList.remove("dragged");
  drag = null;
  if (!dropped || !moving || !over) return;
  if (over.matches(".entry")) send("before", row, { before: uidOf(over) });
  else send("to_day", row, { day: over.hash.slice("#day-".length) });
}
board.addEventListener("pointerdown", (event) => {
  const row = event.target.closest(".n") && rowOf(event.target);
  if (!row || event.button || drag) return;
  event.preventDefault();
  drag = { row, y: event.clientY, x: event.clientX, over: null, moving: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.moving ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > START;
  if (!drag.moving) return;
  drag.row.classList.add("dragged");
  mark(targetAt(event.clientX, event.clientY));
});
document.addEventListener("pointerup", () => drag && end(true));
document.addEventListener("pointercancel", () => drag && end(false));
document.addEventListener("keydown", (event) => event.key === "Escape" && drag && end(false));
