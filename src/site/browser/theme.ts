// Loaded before the page is drawn, so that no other theme is seen first.
const chosen = (() => {
  try {
    return localStorage.getItem("theme");
  } catch {
    // Storage is closed to this page; the device decides.
    return null;
  }
})();
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
