// What lies under the points, in the plane of the map (trips/map_view.py): coastlines of the bundled
// outlines in a wide frame, streets, water and parks of an imported city in a narrow one. Loaded for these.
const UNITS = 1_000_000;

function mercator([lon, lat]) {
  const clipped = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(clipped) + 1 / Math.cos(clipped)) / Math.PI) / 2;
  return [((lon + 180) / 360) * UNITS, y * UNITS];
}

function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

/** Streets and the like from the address `shapes` where there is one, else coastlines, once. */
export function draw(figure, files, shapes, degrees) {
  return shapes ? drawShapes(figure, shapes, degrees) : drawCoast(figure, files);
}

async function drawCoast(figure, { outlines, topojson }) {
  if (figure.querySelector(".coast").firstChild) return;
  const { centreX, centreY } = figure.dataset;
  const [world] = await Promise.all([fetch(outlines).then((answer) => answer.json()), globalThis.topojson || load(topojson)]);
  const { features } = globalThis.topojson.feature(world, world.objects.countries);
  const coast = figure.querySelector(".coast");
  const path = (ring) => {
    let turn = 0; // rings that cross the date line go on beyond it
    let last = ring[0][0];
    const points = ring.map(([lon, lat]) => {
      if (Math.abs(lon + turn - last) > 180) turn += lon + turn > last ? -360 : 360;
      last = lon + turn;
      const [x, y] = mercator([last, lat]);
      return `${(x - centreX).toFixed(1)} ${(y - centreY).toFixed(1)}`;
    });
    return `M${points.join("L")}Z`;
  };
  const svg = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const land = svg("g");
  land.append(
    ...features.filter(({ geometry }) => geometry).map(({ geometry }) => {
      const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
      const shape = svg("path");
      shape.setAttribute("d", polygons.flat().map(path).join(""));
      return shape;
    }),
  );
  // the world once more beside itself, where a way over the Pacific crosses its edge
  const boxes = [...figure.querySelectorAll("[data-coast]")].map((frame) => frame.dataset.box.split(" ").map(Number));
  const left = Math.min(...boxes.map(([x]) => x)) + Number(centreX);
  const right = Math.max(...boxes.map(([x, , width]) => x + width)) + Number(centreX);
  const shifts = [left < 0 && -UNITS, right > UNITS && UNITS].filter(Boolean);
  const copies = shifts.map((shift) => {
    const copy = land.cloneNode(true);
    copy.setAttribute("transform", `translate(${shift} 0)`);
    return copy;
  });
  coast.replaceChildren(land, ...copies);
}

let asked = 0;
async function drawShapes(figure, address, degrees) {
  const svg = figure.querySelector(".map-view > svg");
  if (!svg.hasAttribute("viewBox")) return;
  const under = svg.querySelector(".shapes");
  const { width, height } = svg.getBoundingClientRect();
  const [left, top, across, down] = svg.getAttribute("viewBox").split(" ").map(Number);
  const reach = [width, height].map((pixels) => pixels / svg.getScreenCTM().a / 2);
  const middle = [left + across / 2, top + down / 2];
  const [north, west] = degrees(figure, [middle[0] - reach[0], middle[1] - reach[1]]);
  const [south, east] = degrees(figure, [middle[0] + reach[0], middle[1] + reach[1]]);
  const box = [west, south, east, north].map((degree) => degree.toFixed(4)).join(",");
  const number = ++asked;
  const drawing = await fetch(`${address}&box=${box}`).then((answer) => answer.json());
  if (number !== asked) return;
  const paths = ["water", "river", "park", "street"].filter((kind) => drawing.paths[kind]).map((kind) => {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", drawing.paths[kind]);
    return path;
  });
  const x = drawing.left - figure.dataset.centreX;
  const turn = UNITS * Math.round((middle[0] - x) / UNITS); // beyond the date line
  under.setAttribute("transform", `translate(${x + turn} ${drawing.top - figure.dataset.centreY}) scale(${drawing.step})`);
  under.replaceChildren(...paths);
}
