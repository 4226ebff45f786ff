// Maps of our own, one a day: their frames, pan and zoom, and what lies under the points: coastlines, streets of
// an imported city, or, after a click, the street map of a tile server. Everything is read from the figure.
const UNITS = 1_000_000; // width of the world, as in trips/map_view.py
const EARTH_KM = 40_075;
const NICE = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const MARK = 3.1; // pixels of the unit that pins and names are drawn in
const CHOICE = "street-map"; // in this browser: the host that may be asked

const svgOf = (figure) => figure.querySelector(".map-view > svg");
const frameOf = (figure) => figure.querySelector("[data-frame].on");
const boxOf = (svg) => svg.getAttribute("viewBox").split(" ").map(Number);
const latitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / UNITS))) * 180) / Math.PI;

/** Latitude and longitude of a point of the figure's own plane. */
function degrees(figure, [x, y]) {
  const lon = ((x + Number(figure.dataset.centreX)) / UNITS) * 360 - 180;
  return [latitude(y + Number(figure.dataset.centreY)), ((lon + 540) % 360) - 180];
}
const kilometre = (figure, y) => UNITS / (EARTH_KM * Math.cos((degrees(figure, [0, y])[0] * Math.PI) / 180));

// --- The view ---
function draw(svg, [left, top, width, height]) {
  const pixels = Math.min(svg.clientWidth / width, svg.clientHeight / height);
  const mark = pixels ? MARK / pixels : Math.max(width, height) / 100;
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.querySelector(".labels").setAttribute("font-size", mark);
  for (const marked of svg.querySelectorAll(".pin, .mark")) {
    const place = marked.getAttribute("transform").match(/translate\([^)]*\)/)[0];
    marked.setAttribute("transform", `${place} scale(${mark})`);
  }
  const unit = kilometre(svg.closest("figure"), top + height / 2);
  const nice = NICE.findLast((one) => one * unit <= Math.max(width, height) / 4) ?? NICE[0];
  const bar = svg.querySelector(".scale");
  bar.setAttribute("transform", `translate(${left + 3 * mark} ${top + height - 3 * mark})`);
  bar.querySelector("path").setAttribute("d", `M0 0h${nice * unit}`);
  bar.querySelector("text").setAttribute("transform", `scale(${mark})`);
  bar.querySelector("text").textContent = nice < 1 ? `${nice * 1000} m` : `${nice} km`;
}

// One sees where the view goes; marks keep their size.
let gliding = 0;
function glide(svg, box) {
  if (!svg.hasAttribute("viewBox")) return; // the board was exchanged
  const from = boxOf(svg);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || from.every((value, index) => Math.abs(value - box[index]) < 0.01);
  const began = performance.now();
  cancelAnimationFrame(gliding);
  const step = (now) => {
    const part = still ? 1 : Math.max(0, Math.min(1, (now - began) / 260)); // a frame may have begun before
    const eased = 1 - (1 - part) ** 3;
    draw(svg, from.map((value, index) => value + (box[index] - value) * eased));
    if (part < 1) gliding = requestAnimationFrame(step);
    else settle(svg);
  };
  step(still ? began : performance.now());
}

// Names of quarters that would be cut or lie on a pin, a station or each other are left out, in their order.
function declutter(svg) {
  const taken = [...svg.querySelectorAll(".pin circle, .mark rect")].map((one) => one.getBoundingClientRect());
  const clash = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const edge = svg.getBoundingClientRect();
  for (const label of svg.querySelectorAll(".labels text")) {
    label.removeAttribute("visibility");
    delete label.dataset.side;
    let box = label.getBoundingClientRect();
    if (!box.width || box.right < edge.left || box.left > edge.right) continue;
    const town = label.matches(".town");
    const cut = box.left < edge.left || box.right > edge.right;
    if (town && cut) {
      label.dataset.side = box.left < edge.left ? "right" : "left";
      box = label.getBoundingClientRect();
    }
    if ((cut && !town) || taken.some((other) => clash(box, other))) label.setAttribute("visibility", "hidden");
    else taken.push(box);
  }
}

// The view has arrived: names find their places, what lies under it is fetched.
function settle(svg) {
  declutter(svg);
  drawShapes(svg.closest("figure"));
}

// --- Under the points ---
const under = (figure) => import(figure.dataset.under);
function drawCoast(figure) {
  if (figure.dataset.drawn || !figure.offsetParent) return; // what is not on the screen is not fetched
  figure.dataset.drawn = "yes";
  under(figure).then((module) => module.drawCoast(figure)).catch(() => delete figure.dataset.drawn);
}
function drawShapes(figure) {
  const address = frameOf(figure)?.dataset.shapes;
  if (!address) svgOf(figure).querySelector(".shapes").replaceChildren();
  else if (figure.offsetParent) under(figure).then((module) => module.drawShapes(figure, address, degrees)).catch(() => {}); // a map without streets is a map
}

// --- The street map ---
function allowed(figure) {
  try {
    return localStorage.getItem(CHOICE) === figure.dataset.host;
  } catch {
    return false;
  }
}
function choose(figure, on) {
  try {
    if (on) localStorage.setItem(CHOICE, figure.dataset.host);
    else localStorage.removeItem(CHOICE);
  } catch {} // nothing can be kept: it holds for this page
  drawStreets(figure, on);
}
function drawStreets(figure, on = allowed(figure)) {
  if (!figure.dataset.tiles || !figure.offsetParent) return;
  const own = Boolean(frameOf(figure)?.dataset.shapes); // streets of our own are drawn: nothing to load
  for (const button of figure.querySelectorAll("[data-street-map]")) button.hidden = own || on === (button.dataset.streetMap === "on");
  const shown = on && !own;
  if (!shown && !figure.classList.contains("on-streets")) return;
  import(figure.dataset.streets).then((module) => (shown ? module.show(figure, degrees) : module.hide(figure)));
}

// --- Frames ---
function showFrame(link) {
  const figure = link.closest("figure");
  const svg = svgOf(figure);
  for (const other of figure.querySelectorAll("[data-frame]")) {
    other.classList.toggle("on", other === link);
    other.ariaCurrent = other === link ? "true" : null;
  }
  figure.dataset.shown = link.dataset.frame;
  figure.classList.toggle("coastal", link.hasAttribute("data-coast"));
  figure.classList.toggle("whole", link.hasAttribute("data-whole"));
  if (link.hasAttribute("data-coast")) drawCoast(figure);
  glide(svg, link.dataset.box.split(" ").map(Number));
  drawStreets(figure);
}
// --- Pan and zoom: loaded when a hand or a key is on the map ---
const moves = (figure) => import(figure.dataset.moves).then((module) => module.begin({ svgOf, boxOf, degrees, kilometre, draw, glide, settle, fit: (one) => showFrame(frameOf(one)) }));
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const view = event.target.closest?.(".map-view");
    if (view) moves(view.parentElement);
  });
}
document.addEventListener("click", (event) => {
  const button = event.target.closest(".map :is([data-deed], [data-street-map], [data-frame])");
  if (!button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const figure = button.closest("figure");
  if (button.dataset.deed) moves(figure).then((deeds) => deeds[button.dataset.deed](figure));
  else if (button.dataset.streetMap) choose(figure, button.dataset.streetMap === "on");
  else {
    left.set(figure.id, button.dataset.frame);
    showFrame(button);
  }
});

// --- Begin: when a map comes to the screen for the first time, or once more after the board was read again ---
const left = new Map(); // by figure, the frame that was chosen in it
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    const frame = target.querySelector(`[data-frame="${left.get(target.id)}"]`) ?? frameOf(target);
    if (frame) showFrame(frame);
  }
});
function watch() {
  seen.disconnect();
  for (const figure of document.querySelectorAll("figure.map")) seen.observe(figure);
}
watch();
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail?.ctx?.target?.querySelector?.("figure.map")) watch();
});
