// Maps of our own, one a day; the rest is loaded when it is wanted.
const UNITS = 1_000_000; // width of the world, as in trips/map_view.py
const EARTH_KM = 40_075;
const NICE = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const MARK = 3.3; // pixels of the unit that pins and names are drawn in

const files = document.getElementById("maps").dataset;
const svgOf = (figure) => figure.querySelector(".map-view > svg");
const frameOf = (figure) => figure.querySelector("[data-frame].on");
const boxOf = (svg) => svg.getAttribute("viewBox").split(" ").map(Number);
const latitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / UNITS))) * 180) / Math.PI;

function degrees(figure, [x, y]) {
  const lon = ((x + Number(figure.dataset.centreX)) / UNITS) * 360 - 180;
  return [latitude(y + Number(figure.dataset.centreY)), ((lon + 540) % 360) - 180];
}
const kilometre = (figure, y) => UNITS / (EARTH_KM * Math.cos((degrees(figure, [0, y])[0] * Math.PI) / 180));

// In pixels: the first corner and the sides of what is clear of buttons and scale.
function roomOf(svg) {
  const [top, right, bottom, left] = svg.closest(".strip") ? [20, 16, 34, 16] : [22, 60, 34, 24];
  return [left, top, Math.max(1, svg.clientWidth - left - right), Math.max(1, svg.clientHeight - top - bottom)];
}
function fitted(svg, [left, top, width, height]) {
  const [x, y, across, down] = roomOf(svg);
  const unit = Math.max(width / across, height / down);
  return [left + width / 2 - unit * (x + across / 2), top + height / 2 - unit * (y + down / 2), unit * svg.clientWidth, unit * svg.clientHeight];
}

function draw(svg, box) {
  const unit = Math.max(box[2] / svg.clientWidth, box[3] / svg.clientHeight);
  if (!Number.isFinite(unit)) return;
  const [width, height] = [unit * svg.clientWidth, unit * svg.clientHeight];
  const [left, top] = [box[0] + (box[2] - width) / 2, box[1] + (box[3] - height) / 2];
  const mark = MARK * unit;
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.querySelector(".labels").setAttribute("font-size", mark);
  placeMarks(svg, unit, [left + width / 2, top + height / 2], [width / 2 - EDGE * unit, height / 2 - EDGE * unit]);
  const km = kilometre(svg.closest("figure"), top + height / 2);
  const nice = NICE.findLast((one) => one * km <= width / 3) ?? NICE[0];
  const bar = svg.querySelector(".scale");
  bar.setAttribute("transform", `translate(${left + width - 4 * mark - nice * km} ${top + height - 4 * mark})`);
  bar.querySelector("path").setAttribute("d", `M0 0h${nice * km}`);
  bar.querySelector("text").setAttribute("transform", `scale(${mark})`);
  bar.querySelector("text").textContent = nice < 1 ? `${nice * 1000} m` : `${nice} km`;
}

// Marks stand apart. One outside of the frame waits at its edge, on the line that leads to it.
const CROWD = ".pin, .mark:has(use)";
const [APART, EDGE] = [25, 14]; // pixels
function spotOf({ dataset, attributes }) {
  dataset.at ??= attributes.transform.value.match(/-?[\d.]+ -?[\d.]+/)[0];
  return dataset.at.split(" ").map(Number);
}
function placeMarks(svg, unit, middle, half) {
  const [x, y, width, height] = frameOf(svg.closest("figure"))?.dataset.box.split(" ").map(Number) ?? [];
  const ways = [...svg.querySelectorAll(".way")].flatMap((way) => way.getAttribute("d").split("M"));
  const within = (point) => point.every((one, axis) => Math.abs(one - middle[axis]) <= half[axis]);
  const marks = [...svg.querySelectorAll(".pin, .mark")].map((element) => {
    const at = spotOf(element);
    const [right, down] = [at[0] - x - width / 2, at[1] - y - height / 2].map(Math.abs);
    const crowds = element.matches(CROWD);
    const far = crowds && (right > width / 2 + 1 || down > height / 2 + 1) && right + down < 12 * (width + height);
    const beside = (one, index, run) => [run[index - 1], run[index + 1]].includes(element.dataset.at);
    const ends = far ? ways.flatMap((way) => way.split("L").filter(beside)) : [];
    const start = ends.map((one) => one.split(" ").map(Number)).find(within) ?? middle;
    const away = [0, 1].map((axis) => at[axis] - start[axis]);
    const part = far ? Math.min(1, ...away.map((one, axis) => (half[axis] + Math.sign(one) * (middle[axis] - start[axis])) / Math.abs(one))) : 1;
    element.classList.toggle("far", part < 1);
    const from = away.map((one, axis) => start[axis] + one * part);
    return { element, from, to: [...from], crowds };
  });
  const crowd = marks.filter(({ crowds }) => crowds);
  for (let round = 0; round < 30; round += 1) {
    crowd.forEach((one, index) => crowd.slice(0, index).forEach((other) => {
      const away = [0, 1].map((axis) => one.to[axis] - other.to[axis] || unit * (axis || 0.1));
      const push = Math.max(0, (APART * unit) / Math.hypot(...away) - 1) / 2;
      away.forEach((by, axis) => {
        one.to[axis] += push * by;
        other.to[axis] -= push * by;
      });
    }));
  }
  for (const { element, to } of marks) element.setAttribute("transform", `translate(${to.join(" ")}) scale(${MARK * unit})`);
  const moved = crowd.filter(({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]) > 3 * unit);
  svg.querySelector(".leads")?.setAttribute("d", moved.map(({ from, to }) => `M${from}h0M${from}L${to}`).join(""));
}

// A name stands at the side, in em, where it is free and fewest lines cross it.
const SIDES = {
  name: [["right", 1.6, 0.35], ["left", -1.6, 0.35], ["", 0, 2.2], ["", 0, -1.5], ["right", -1.2, 2.2], ["left", 1.2, 2.2]],
  town: [["", 0, 0], ["", 0, -1.6], ["", 0, 1.6], ["right", 0, 0], ["left", 0, 0]],
  quarter: [["", 0, 0]], // in its place or not at all
};
function nameAll(svg) {
  const labels = svg.querySelector(".labels");
  for (const old of labels.querySelectorAll(".name")) old.remove();
  for (const one of svg.querySelectorAll(CROWD)) {
    const [x, y] = one.getAttribute("transform").match(/-?\d[\d.e-]*/g);
    const words = one.querySelector("title").textContent.replace(/^.*?: /, "");
    labels.insertAdjacentHTML("afterbegin", `<text class="name" x="${x}" y="${y}"/>`);
    labels.firstChild.textContent = words;
  }
  const edge = svg.getBoundingClientRect();
  let taken = [...svg.parentElement.querySelectorAll(":is(.pin, .mark) rect, .scale, button")].map((one) => one.getBoundingClientRect());
  const matrix = svg.getScreenCTM();
  const lines = [...svg.querySelectorAll(".way")].filter((way) => way.checkVisibility()).flatMap((way) => {
    const long = way.getTotalLength();
    const step = Math.max(6 / matrix.a, long / 400);
    return Array.from({ length: long / step }, (_, number) => way.getPointAtLength(number * step).matrixTransform(matrix));
  });
  const crossed = (box) => lines.filter(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom).length;
  const clash = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const whole = (box) => box.left > edge.left + 4 && box.right < edge.right - 4 && box.top > edge.top && box.bottom < edge.bottom;
  const place = (label, short) => {
    const stand = ([side, right, down]) => {
      label.dataset.side = side;
      label.setAttribute("dx", `${right}em`);
      label.setAttribute("dy", `${down}em`);
      return label.getBoundingClientRect();
    };
    const find = () => SIDES[label.classList].map((at) => ({ at, box: stand(at) })).filter(({ box }) => whole(box) && !taken.some((other) => clash(box, other))).sort((one, other) => crossed(one.box) - crossed(other.box))[0];
    let best = find();
    if (!best && short && label.textContent.length > 24) {
      label.textContent = `${label.textContent.slice(0, 22).trim()}…`;
      best = find();
    }
    if (best) taken.push(stand(best.at));
    label.setAttribute("visibility", best ? "visible" : "hidden");
    return best;
  };
  // Names first; those that find no room are tried once more, shorter and before the others.
  const free = [...taken];
  const names = [...labels.querySelectorAll(".name")];
  const left = names.filter((label) => !place(label));
  if (left.length) {
    taken = free;
    for (const label of new Set([...left, ...names])) place(label, true);
  }
  for (const label of labels.querySelectorAll("text:not(.name)")) place(label);
}

function settle(svg) {
  const figure = svg.closest("figure");
  const { shapes, coast } = frameOf(figure)?.dataset ?? {};
  nameAll(svg);
  if (!shapes) svg.querySelector(".shapes").replaceChildren();
  if (figure.offsetParent && (shapes || coast === "")) {
    import(files.under).then((module) => module.draw(figure, files, shapes, degrees)).catch(() => {});
  }
}

const streets = (figure, choice) => import(files.streets).then((module) => module.show(figure, files, degrees, choice));
function drawStreets(figure) {
  let on = figure.matches(".on-streets");
  try {
    on ||= localStorage.getItem("street-map") === files.host;
  } catch {}
  if (on && figure.offsetParent && figure.querySelector("[data-street-map]")) streets(figure);
}

function show(svg, box) {
  if (!svg.hasAttribute("viewBox")) return;
  draw(svg, box);
  settle(svg);
}
function showFrame(link, move = show) {
  const figure = link.closest("figure");
  const svg = svgOf(figure);
  for (const other of figure.querySelectorAll("[data-frame]")) {
    other.classList.toggle("on", other === link);
    other.ariaCurrent = other === link ? "true" : null;
  }
  figure.dataset.shown = link.dataset.frame;
  figure.classList.toggle("coastal", link.hasAttribute("data-coast"));
  figure.classList.toggle("whole", link.hasAttribute("data-whole"));
  const box = link.dataset.box.split(" ").map(Number);
  move(svg, fitted(svg, box));
  drawStreets(figure);
}
const moves = () => import(files.moves).then((module) => module.begin({ svgOf, boxOf, degrees, kilometre, frameOf, draw, show, settle, showFrame }));
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const view = event.target.closest?.(".map-view");
    if (view) moves();
  });
}
document.addEventListener("click", (event) => {
  const button = event.target.closest(".map :is([data-deed], [data-street-map], [data-frame])");
  if (!button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const figure = button.closest("figure");
  if (button.dataset.deed) moves().then((deeds) => deeds[button.dataset.deed](figure));
  else if (button.dataset.streetMap) streets(figure, button.dataset.streetMap);
  else {
    left.set(figure.id, button.dataset.frame);
    moves().then(({ to }) => to(button));
  }
});

function direct(pin) {
  const item = document.querySelector(`#board [id="item-${pin.id.slice(4)}"]`);
  const way = item?.previousElementSibling;
  const row = way?.matches(".go") ? way.querySelector(".way-words") : item?.querySelector("p");
  if (!row || row.querySelector(".directions")) return;
  const spot = degrees(pin.closest("figure"), spotOf(pin)).map((degree) => degree.toFixed(4));
  row.insertAdjacentHTML("beforeend", ` <a class="directions" href="${files.directions}${spot}" rel="noreferrer noopener">Directions</a> <a class="directions geo" href="geo:${spot}?q=${spot}">Maps app</a>`);
}

const left = new Map(); // by figure, the frame that was chosen in it
const sized = new ResizeObserver((entries) => { // shown, or of another form: drawn for it
  for (const { target, contentRect } of entries) {
    const figure = target.closest("figure");
    const frame = figure.querySelector(`[data-frame="${left.get(figure.id)}"]`) ?? frameOf(figure);
    if (contentRect.width && frame) showFrame(frame);
  }
});
function watch() {
  sized.disconnect();
  for (const figure of document.querySelectorAll("figure.map")) {
    sized.observe(figure.querySelector(".map-view"));
    figure.querySelectorAll("a.pin").forEach(direct);
  }
}
watch();
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail?.ctx?.target?.querySelector?.("figure.map")) watch();
});
