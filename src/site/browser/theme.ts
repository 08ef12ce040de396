// Loaded before the page is rendered, so that no other theme flashes up.
const chosen = (() => {
  try {
    return localStorage.getItem("theme");
  } catch {
    // Storage is not available to this page; the device's preference applies.
    return null;
  }
})();
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
