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
  const path = (ring) =>
    `M${ring.map((point) => {
      const [x, y] = mercator(point);
      return `${(x - centreX).toFixed(1)} ${(y - centreY).toFixed(1)}`;
    }).join("L")}Z`;
  coast.replaceChildren(
    ...features.filter(({ geometry }) => geometry).map(({ geometry }) => {
      const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
      const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
      shape.setAttribute("d", polygons.flat().map(path).join(""));
      return shape;
    }),
  );
}
