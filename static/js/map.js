// Coastlines from the bundled outlines, in the map's own plane (agents/board/maps.py). Loaded when a
// frame is opened that is wide enough to show them.
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

export async function drawCoast(figure) {
  const { outlines, topojson, centreX, centreY } = figure.dataset;
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
