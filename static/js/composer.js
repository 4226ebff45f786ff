// The field: Enter sends, Shift+Enter makes a line, chips fill it, a second click sends nothing twice.
const form = document.getElementById("composer");
const field = document.getElementById("text");

// Where CSS cannot do it.
function grow() {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}

function fill(words) {
  const before = field.value.trim();
  const joined = before ? `${before.replace(/[.,;]$/, "")}, ${words}` : words;
  field.value = before.includes(words) ? before : joined;
  grow();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

field?.addEventListener("input", grow);
// Commands come with the first slash.
field?.addEventListener("input", () => {
  const { module } = document.getElementById("commands")?.dataset ?? {};
  if (module && field.value.trimStart().startsWith("/")) import(module);
});
field?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (matchMedia("(pointer: coarse)").matches && !form.matches("main.front *")) return; // a phone's Enter is a line
  event.preventDefault();
  if (field.value.trim()) form.requestSubmit();
});

// Several answers can be sent as one message.
document.addEventListener("click", (event) => {
  const chip = event.target.closest("button[data-fill]");
  if (!chip || !field) return;
  event.preventDefault();
  showTab("chat");
  fill(chip.value);
});

document.addEventListener("submit", (event) => {
  if (!event.target.hasAttribute("data-once")) return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const sent of document.querySelectorAll("form[data-sent]")) delete sent.dataset.sent;
});

// The words leave the field when they have arrived.
let sending = "";
document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.sourceElement !== form) return;
  sending = event.detail.ctx.request.submitter?.name === "say" ? "" : field.value;
});
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement !== form) return;
  const taken = ctx.response.status < 300;
  field.toggleAttribute("aria-invalid", !taken);
  if (!taken) field.setAttribute("aria-invalid", "true");
  if (taken && sending && field.value === sending) {
    field.value = "";
    grow();
  }
});
// Which page of the trip is open; on a small screen the conversation is one of them.
const small = matchMedia("(max-width: 56.24em), (max-height: 29.99em)");
function markPage() {
  const talks = small.matches && document.querySelector(".split")?.dataset.tab === "chat";
  const page = talks ? undefined : document.getElementById("board-view")?.dataset.page;
  for (const link of document.querySelectorAll(".pages a[data-tab]")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
small.addEventListener("change", markPage);
document.addEventListener("htmx:after:swap", markPage);
markPage();

function showTab(name) {
  const split = document.querySelector(".split");
  if (!split || split.dataset.tab === name) return;
  split.dataset.tab = name;
  if (name !== "chat") document.querySelector(".pages .news")?.classList.remove("news");
  markPage();
  const query = new URLSearchParams(location.search);
  query.set("tab", name);
  history.replaceState(history.state, "", `?${query}`);
  document.dispatchEvent(new CustomEvent("tab-shown", { detail: name }));
}
document.addEventListener("show-tab", ({ detail }) => showTab(detail));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-tab]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showTab(link.dataset.tab);
});

if (field?.value) grow();
