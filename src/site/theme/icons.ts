import { type Html, h } from "../html.ts";

/** Icons of the interface itself: strokes on a square of 24 units, by name. */
const strokes = {
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8h.01",
  success: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12l3 3 5-6",
  warning: "M12 4 2.5 20h19ZM12 10v4M12 17h.01",
  danger: "M8 3h8l5 5v8l-5 5H8l-5-5V8ZM12 8v5M12 16h.01",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
  menu: "M4 6h16M4 12h16M4 18h16",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  page: "M6 3h8l5 5v13H6ZM14 3v5h5",
  file: "M12 4v11M7 11l5 5 5-5M5 20h14",
  theme: "M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18",
} as const;

/** Decorative: words next to it say the same. */
export function drawIcon(name: keyof typeof strokes): Html {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("path", { d: strokes[name] }),
  );
}
