// Staff's form of a place: a click on the map sets its position, a position that is typed moves the mark.
const UNITS = 1_000_000; // as in static/js/map.js
const [lat, lon] = ["id_lat", "id_lon"].map((id) => document.getElementById(id));

function move() {
  const figure = document.querySelector(".place-map figure");
  const mark = figure.querySelector(".map-view > svg .chosen");
  mark.toggleAttribute("hidden", !lat.value || !lon.value);
  const [north, east] = [lat, lon].map((field) => Number(field.value));
  if (!lat.value || !lon.value || Math.abs(north) > 85 || Math.abs(east) > 180) return;
  const turned = (north * Math.PI) / 180;
  const x = ((east + 180) / 360) * UNITS - figure.dataset.centreX;
  const y = ((1 - Math.log(Math.tan(turned) + 1 / Math.cos(turned)) / Math.PI) / 2) * UNITS - figure.dataset.centreY;
  mark.setAttribute("transform", mark.getAttribute("transform").replace(/translate\([^)]*\)/, `translate(${x} ${y})`));
  mark.dataset.at = `${x} ${y}`;
  figure.dispatchEvent(new CustomEvent("marks-moved"));
}
document.addEventListener("point-chosen", ({ detail }) => {
  [lat.value, lon.value] = detail.map((degree) => degree.toFixed(5));
  move();
}, true);
document.addEventListener("htmx:after:swap", move); // the map of another city
for (const field of [lat, lon]) field.addEventListener("input", move);
move();
