// The street map: Leaflet over the tiles of the operator's server (MAP_TILES_URL), with the points and ways of
// our own drawing. Loaded after the reader's click, and for whoever clicked before.
const REFERRER = "strict-origin-when-cross-origin"; // tile servers want to know the site, not the page
const drawn = new WeakMap(); // figure: its Leaflet map and the layer that is drawn again for each day

function load(files) {
  if (globalThis.L) return Promise.resolve();
  const styles = files.styles.split(" ").map((href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const script = Object.assign(document.createElement("script"), { src: files.leaflet });
  const loaded = [...styles, script].map((one) => new Promise((resolve, reject) => Object.assign(one, { onload: resolve, onerror: reject })));
  document.head.append(...styles, script);
  return Promise.all(loaded);
}

function begin(figure, files, degrees) {
  const element = document.createElement("div");
  element.className = "street-map";
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", "Street map");
  figure.querySelector(".map-view").append(element);
  figure.classList.add("on-streets");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(element, { scrollWheelZoom: false, zoomAnimation: !still, fadeAnimation: !still, markerZoomAnimation: !still });
  const credit = Object.assign(document.createElement("a"), { textContent: files.credit, href: files.about, rel: "noreferrer noopener" });
  map.attributionControl.setPrefix(false).addAttribution(credit.outerHTML);
  figure.querySelector(".no-tiles")?.remove();
  L.tileLayer(files.tiles, { maxZoom: 19, referrerPolicy: REFERRER }).addTo(map).once("tileerror", () => {
    const said = { className: "faint on-tiles no-tiles", role: "status", textContent: `${files.host} did not send the street map. Hide it to see our own drawing.` };
    figure.querySelector("figcaption").append(Object.assign(document.createElement("span"), said));
  });
  map.on("click", ({ latlng }) => {
    figure.dispatchEvent(new CustomEvent("point-chosen", { detail: [latlng.lat, latlng.wrap().lng] }));
  });
  const layer = L.layerGroup().addTo(map);
  figure.addEventListener("marks-moved", () => element.isConnected && addAll(figure));
  new ResizeObserver(() => element.isConnected && map.invalidateSize()).observe(element);
  return { element, map, layer, at: (point) => degrees(figure, point) };
}

// Lines of a path: straight pieces as they are, a bend as twelve pieces.
function linesOf(path, at) {
  return path.getAttribute("d").split("M").slice(1).map((text) => {
    const [x, y, ...rest] = text.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
    const points = [[x, y]];
    for (let index = 0; index < rest.length; index += 2) points.push([rest[index], rest[index + 1]]);
    if (!text.includes("Q")) return points.map(at);
    const [a, b, c] = points;
    const bend = (part) => [0, 1].map((axis) => (1 - part) ** 2 * a[axis] + 2 * part * (1 - part) * b[axis] + part ** 2 * c[axis]);
    return Array.from({ length: 13 }, (_, index) => at(bend(index / 12)));
  });
}

function addMark(layer, mark, at) {
  const point = mark.dataset.at.split(" ").map(Number);
  const label = mark.querySelector("title").textContent;
  const icon = document.createElement("span");
  const symbol = mark.querySelector("use")?.cloneNode();
  if (symbol) {
    icon.append(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    icon.firstChild.append(symbol);
    icon.firstChild.setAttribute("viewBox", "-2 -2 4 4");
  } else icon.textContent = mark.querySelector("text")?.textContent ?? "";
  const pinned = mark.matches("a"); // by keyboard the list beside the map leads to the same
  const marker = L.marker(at(point), {
    icon: L.divIcon({ className: mark.getAttribute("class"), html: icon, iconSize: [26, 26] }), title: label, keyboard: false, interactive: pinned, zIndexOffset: pinned ? 1000 : 0,
  }).addTo(layer);
  const element = marker.getElement();
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  if (pinned) element.dataset.item = mark.id.slice(4);
}

/** Shows the frame that the figure shows, but where streets of our own are drawn. `degrees` turns a point of its
 * plane into latitude and longitude; `choice`, "on" or "off", is kept in this browser. */
export async function show(figure, files, degrees, choice) {
  try {
    if (choice) localStorage.setItem("street-map", choice === "on" ? files.host : "");
  } catch {} // nothing can be kept: it holds for this page
  if (choice === "off" || figure.querySelector("[data-frame].on").dataset.shapes) {
    hide(figure);
    return;
  }
  await load(files);
  if (!drawn.get(figure)?.element.isConnected) drawn.set(figure, begin(figure, files, degrees)); // the board was read again
  const { map, at } = drawn.get(figure);
  const [left, top, width, height] = figure.querySelector("[data-frame].on").dataset.box.split(" ").map(Number);
  map.fitBounds([at([left, top]), at([left + width, top + height])], { animate: false, padding: [28, 28] });
  addAll(figure);
}

function addAll(figure) {
  const { layer, at } = drawn.get(figure);
  const svg = figure.querySelector(".map-view > svg");
  const whole = figure.matches(".whole");
  layer.clearLayers();
  for (const way of svg.querySelectorAll(whole ? ".way.journey" : ".way:not(.journey)")) {
    for (const line of linesOf(way, at)) L.polyline(line, { className: way.getAttribute("class"), interactive: false }).addTo(layer);
  }
  for (const mark of whole ? [] : svg.querySelectorAll(".pin, .mark")) addMark(layer, mark, at);
}

function hide(figure) {
  drawn.get(figure)?.map.remove();
  drawn.get(figure)?.element.remove();
  drawn.delete(figure);
  figure.classList.remove("on-streets");
}
