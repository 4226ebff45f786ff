// Pan and zoom of the map of our own, by buttons, keys and pointers. Loaded by static/js/map.js, which gives its
// functions.
const UNITS = 1_000_000;
const NARROWEST_KM = 0.25;
let map = null;

/** What the buttons do, by name. */
export function begin(functions) {
  map = functions;
  return deeds;
}

// One sees where the view goes.
let gliding = 0;
function glide(svg, box) {
  cancelAnimationFrame(gliding);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    map.show(svg, box);
    return;
  }
  const from = map.boxOf(svg);
  const began = performance.now();
  const step = (now) => {
    const part = Math.max(0, Math.min(1, (now - began) / 260)); // a frame may have begun before
    const eased = 1 - (1 - part) ** 3;
    map.draw(svg, from.map((value, index) => value + (box[index] - value) * eased));
    if (part < 1) gliding = requestAnimationFrame(step);
    else map.settle(svg);
  };
  step(began);
}

function zoom(figure, factor, at) {
  const svg = map.svgOf(figure);
  const [left, top, width, height] = map.boxOf(svg);
  const [x, y] = at ?? [left + width / 2, top + height / 2];
  const least = NARROWEST_KM * map.kilometre(figure, y);
  const by = Math.max(least / width, Math.min(UNITS / width, factor));
  glide(svg, [x - (x - left) * by, y - (y - top) * by, width * by, height * by]);
}
function shift(figure, right, down) {
  const [left, top, width, height] = map.boxOf(map.svgOf(figure));
  glide(map.svgOf(figure), [left + right * width, top + down * height, width, height]);
}
const deeds = {
  in: (figure) => zoom(figure, 0.6),
  out: (figure) => zoom(figure, 1 / 0.6),
  to: (link) => map.showFrame(link, glide),
  fit: (figure) => map.showFrame(map.frameOf(figure), glide),
  left: (figure) => shift(figure, -0.2, 0),
  right: (figure) => shift(figure, 0.2, 0),
  up: (figure) => shift(figure, 0, -0.2),
  down: (figure) => shift(figure, 0, 0.2),
};
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit", ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

document.addEventListener("keydown", (event) => {
  const svg = event.target.closest?.(".map-view > svg");
  if (!svg || !KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  deeds[KEYS[event.key]](svg.closest("figure"));
});

function pointAt(svg, x, y) {
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}
document.addEventListener("wheel", (event) => { // a plain wheel scrolls the page
  const svg = event.target.closest?.(".map-view > svg");
  if (!svg || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  zoom(svg.closest("figure"), 1.01 ** Math.max(-40, Math.min(40, event.deltaY)), pointAt(svg, event.clientX, event.clientY));
}, { passive: false });

const held = new Map(); // pointers that are down on one map
let under = null;
let moved = false;
const centre = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
const spread = ([one, other]) => (other ? Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1])) : 1);
document.addEventListener("pointerdown", (event) => {
  const svg = event.target.closest?.(".map-view > svg");
  if (!svg || event.button || held.size > 1 || (held.size && svg !== under)) return;
  if (!held.size) moved = false;
  under = svg;
  held.set(event.pointerId, [event.clientX, event.clientY]);
});
document.addEventListener("pointermove", (event) => {
  const last = held.get(event.pointerId);
  if (!last || (!moved && Math.hypot(event.clientX - last[0], event.clientY - last[1]) < 4)) return;
  moved = true;
  under.setPointerCapture(event.pointerId);
  const before = [...held.values()];
  held.set(event.pointerId, [event.clientX, event.clientY]);
  const after = [...held.values()];
  const from = pointAt(under, ...centre(before));
  const to = pointAt(under, ...centre(after));
  const by = spread(before) / spread(after);
  const [left, top, width, height] = map.boxOf(under);
  map.draw(under, [from[0] - (to[0] - left) * by, from[1] - (to[1] - top) * by, width * by, height * by]);
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, (event) => {
    if (held.delete(event.pointerId) && !held.size && moved) map.settle(under);
  });
}
document.addEventListener("click", (event) => { // the end of a drag is no click; a click on the land is a point
  const svg = event.target.closest?.(".map-view > svg");
  if (!svg) return;
  if (moved) {
    event.stopPropagation();
    event.preventDefault();
  } else if (!event.target.closest("a")) {
    const detail = map.degrees(svg.closest("figure"), pointAt(svg, event.clientX, event.clientY));
    svg.closest("figure").dispatchEvent(new CustomEvent("point-chosen", { detail }));
  }
  moved = false;
}, true);
document.addEventListener("dragstart", (event) => event.target.closest?.(".map-view") && event.preventDefault());
