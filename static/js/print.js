// The button of a page for paper; without a script the browser's own does it.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
