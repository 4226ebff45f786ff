// Tiles of the server that the operator named (TILE_SERVER), under the ways and pins of the map.
const UNITS = 1_000_000; // width of the world, as in agents/board/maps.py
const PIXELS = 256;
const DEEPEST = 18;

export function drawTiles(figure) {
  const svg = figure.querySelector("svg");
  const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const box = svg.getBoundingClientRect();
  if (!box.width) return; // not on the screen
  const unitsAPixel = Math.max(width / box.width, height / box.height);
  const zoom = Math.max(1, Math.min(DEEPEST, Math.round(Math.log2(UNITS / (unitsAPixel * PIXELS)))));
  const count = 2 ** zoom;
  const side = UNITS / count;
  const [centreX, centreY] = [Number(figure.dataset.centreX), Number(figure.dataset.centreY)];
  const middle = { x: left + width / 2 + centreX, y: top + height / 2 + centreY };
  const reach = { x: (box.width * unitsAPixel) / 2, y: (box.height * unitsAPixel) / 2 };
  const images = [];
  for (let column = Math.floor((middle.x - reach.x) / side); column <= (middle.x + reach.x) / side; column += 1) {
    for (let row = Math.max(0, Math.floor((middle.y - reach.y) / side)); row <= Math.min(count - 1, (middle.y + reach.y) / side); row += 1) {
      const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
      const address = { z: zoom, x: ((column % count) + count) % count, y: row };
      image.setAttribute("href", figure.dataset.tiles.replace(/\{([zxy])\}/g, (_, name) => address[name]));
      image.setAttribute("x", column * side - centreX);
      image.setAttribute("y", row * side - centreY);
      image.setAttribute("width", side * 1.002); // no hairlines between neighbours
      image.setAttribute("height", side * 1.002);
      images.push(image);
    }
  }
  svg.querySelector(".tiles").replaceChildren(...images);
}
