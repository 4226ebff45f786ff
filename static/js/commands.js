// A slash at the start of the field offers the commands; Tab or an arrow goes to them, Escape closes.
const field = document.getElementById("text");
const list = document.getElementById("commands");
if (list) await htmx.ajax("GET", list.dataset.rows, { target: list, swap: "innerHTML" });
const rows = list ? [...list.querySelectorAll(".command-row")] : [];

function fitting() {
  const typed = field.value.trimStart().toLowerCase();
  if (!typed.startsWith("/") || typed.includes("\n")) return [];
  return rows.filter((row) => row.dataset.line.toLowerCase().startsWith(typed) && row.dataset.line.trim() !== typed);
}

function offer() {
  const shown = new Set(fitting());
  for (const row of rows) row.hidden = !shown.has(row);
  list.hidden = shown.size === 0;
}

function take(row) {
  field.value = row.dataset.line;
  list.hidden = true;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function step(from, by) {
  const shown = rows.filter((row) => !row.hidden);
  const next = shown[shown.indexOf(from) + by];
  if (next) next.focus();
  else field.focus();
}

if (field && list) {
  field.addEventListener("input", offer);
  field.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") list.hidden = true;
    if (event.key === "Enter" && !event.shiftKey) { // half a command is completed, not sent
      event.preventDefault();
      event.stopImmediatePropagation();
      take(rows.find((row) => !row.hidden));
    }
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const shown = rows.filter((row) => !row.hidden);
    shown.at(event.key === "ArrowDown" ? 0 : -1)?.focus();
  }, true); // before the field's own keys
  list.addEventListener("click", (event) => {
    const row = event.target.closest(".command-row");
    if (row) take(row);
  });
  list.addEventListener("keydown", (event) => {
    const row = event.target.closest(".command-row");
    if (!row) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(row, event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key === "Escape") {
      list.hidden = true;
      field.focus();
    }
  });
  document.addEventListener("htmx:after:request", offer); // the field may have been emptied
  offer();
}
