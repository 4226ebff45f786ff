// The conversation while it streams.
const log = document.getElementById("log");
const turns = document.getElementById("turns");
const stream = document.getElementById("stream");
const announce = document.getElementById("announce");
const NEAR = 96; // pixels from the end that count as "at the end"

// On a wide screen the log scrolls, on a small one the page does.
function scroller() {
  return getComputedStyle(log).overflowY === "auto" ? log : document.scrollingElement;
}
function atEnd() {
  const box = scroller();
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
}
function toEnd() {
  const box = scroller();
  const answer = turns.querySelector(".turn:last-child .answer");
  box.scrollTop = box.scrollHeight;
  if (answer) box.scrollTop += Math.min(0, answer.getBoundingClientRect().top - NEAR); // its beginning stays in sight
}
function reading() {
  return document.querySelector(".split")?.dataset.tab === "chat" || scroller() === log;
}

const pointed = /^#turn-\d+$/.test(location.hash); // a link to one message: that is where to be
let following = !pointed;
let quiet = 0;
addEventListener("scroll", (event) => {
  const box = scroller();
  if (event.target !== box && event.target !== document) return;
  if (performance.now() > quiet) following = atEnd();
}, { capture: true, passive: true });

const grown = new MutationObserver((changes) => {
  const mine = changes.some(({ addedNodes }) =>
    [...addedNodes].some((node) => node.matches?.("article.turn:last-child:not([data-status=done])") && node.querySelector(".asked")));
  if (mine) {
    following = true; // what I have sent myself is where I want to be
    document.querySelector(".welcome")?.remove(); // said when somebody came; the conversation goes on
  }
  if (following && reading()) {
    quiet = performance.now() + 80;
    toEnd();
  }
});
grown.observe(log, { childList: true, subtree: true, characterData: true });
if (reading() && turns.childElementCount > 1 && !pointed) toEnd();
matchMedia("(min-width: 56.25em) and (min-height: 30em)").addEventListener("change", () => reading() && toEnd());
document.addEventListener("tab-shown", ({ detail }) => {
  if (detail === "chat") toEnd();
  else scrollTo(0, 0);
});

// Seconds of agents at work, for those whose start this page has seen.
const atWork = () => turns.querySelectorAll('.working .rail-row[data-state="working"]');
const seen = new Map([...atWork()].map((row) => [row.id, null]));
setInterval(() => {
  for (const row of atWork()) {
    if (!seen.has(row.id)) seen.set(row.id, performance.now());
    if (seen.get(row.id) === null) continue;
    row.querySelector(".rail-seconds").textContent = `${Math.round((performance.now() - seen.get(row.id)) / 1000)} s`;
  }
}, 1000);

// A screen reader hears the answer once it is whole.
const spoken = new Map([...turns.children].map((turn) => [turn.id, turn.dataset.status]));
new MutationObserver(() => {
  for (const turn of turns.children) {
    const status = turn.dataset.status;
    if (spoken.get(turn.id) === status) continue;
    spoken.set(turn.id, status);
    if (status === "queued" || status === "running") announce.textContent = "Wayfare is working on it.";
    else {
      const said = [...turn.querySelectorAll(".words, .ended, .question > p")].map((part) => part.textContent.trim());
      announce.textContent = said.join(" ").slice(0, 1500);
    }
  }
}).observe(turns, { childList: true });

// The stream carries on where this page is, stops asking where nothing will come any more, rests after
// the server's goodbye and wakes when somebody looks or writes.
let position = "";
let gone = false;
let resting = false;
const isStream = (event) => event.target === stream || event.detail?.ctx?.sourceElement === stream;
const forGood = (status) => [401, 403, 404, 410].includes(status);

document.addEventListener("htmx:sse:after:message", (event) => {
  position = event.detail.message.id || position;
});
document.addEventListener("htmx:config:request", (event) => {
  if (isStream(event) && position) {
    const url = new URL(event.detail.ctx.request.action, location.href);
    url.searchParams.set("after", position);
    event.detail.ctx.request.action = url.pathname + url.search;
  }
});
document.addEventListener("htmx:before:request", (event) => {
  if (isStream(event) && (gone || resting)) event.preventDefault();
});
document.addEventListener("htmx:response:error", (event) => {
  if (isStream(event) && forGood(event.detail.ctx.response.status)) gone = true;
});
document.addEventListener("htmx:sse:error", (event) => {
  if (forGood(event.detail.status)) gone = true;
});
document.addEventListener("htmx:sse:after:connection", (event) => {
  if (forGood(event.detail.connection.status)) gone = true;
});
document.addEventListener("htmx:sse:before:connection", (event) => {
  if (gone) event.preventDefault();
});
document.addEventListener("htmx:sse:close", (event) => {
  if (event.detail.reason === "message") resting = true;
});
function wake() {
  if (!resting || document.hidden) return;
  resting = false;
  htmx.trigger(stream, "every");
}
document.addEventListener("visibilitychange", wake);
document.addEventListener("focusin", wake);
document.addEventListener("htmx:after:request", (event) => {
  if (!isStream(event)) wake();
});
