import { type Html, h } from "../html.ts";

/** Strokes on a square of 24 units, by name; names that authors use in pages lead to the nearest of them. */
const strokes: Readonly<Record<string, string>> = {
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8h.01",
  success: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12l3 3 5-6",
  warning: "M12 4 2.5 20h19ZM12 10v4M12 17h.01",
  danger: "M8 3h8l5 5v8l-5 5H8l-5-5V8ZM12 8v5M12 16h.01",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
  menu: "M4 6h16M4 12h16M4 18h16",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  page: "M6 3h8l5 5v13H6ZM14 3v5h5",
  file: "M12 4v11M7 11l5 5 5-5M5 20h14",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  theme: "M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18",
  check: "M5 12l5 5 9-10",
  cross: "M6 6l12 12M18 6 6 18",
  home: "M4 11l8-7 8 7v9h-6v-6h-4v6H4Z",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21a8 8 0 0 1 16 0",
  code: "M8 6l-6 6 6 6M16 6l6 6-6 6",
  terminal: "M4 5h16v14H4ZM7 9l3 3-3 3M12 15h4",
  book: "M5 4h14v16H7a2 2 0 0 1-2-2ZM5 18a2 2 0 0 1 2-2h12",
  bolt: "M13 2 4 14h6l-1 8 9-12h-6Z",
  lock: "M5 11h14v10H5ZM8 11V7a4 4 0 0 1 8 0v4",
  key: "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12l9-9M16 7l3 3",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 6-5 12 0 18M12 3c5 6 5 12 0 18",
  star: "m12 3 2.8 6 6.2.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.8 9.200 9Z",
  heart: "M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6Z",
  pen: "M4 20l1-5L16 4l4 4L9 19Z",
  plus: "M12 5v14M5 12h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  image: "M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.500 9h.01",
  ellipsis: "M6 12h.01M12 12h.01M18 12h.01",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  envelope: "M3 6h18v13H3ZM3 7l9 7 9-7",
  comment: "M4 5h16v11H9l-5 4Z",
  database:
    "M12 3c5 0 8 1.300 8 3s-3 3-8 3-8-1.300-8-3 3-3 8-3ZM4 6v12c0 1.700 3 3 8 3s8-1.300 8-3V6M4 12c0 1.700 3 3 8 3s8-1.300 8-3",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l4 2",
  folder: "M3 6h7l2 2h9v11H3Z",
  play: "M7 4v16l13-8Z",
};

const nearest: Readonly<Record<string, string>> = {
  "circle-info": "info",
  "circle-check": "success",
  "triangle-exclamation": "warning",
  "circle-exclamation": "danger",
  "magnifying-glass": "search",
  bars: "menu",
  "arrow-up-right-from-square": "external",
  "arrow-up-right": "external",
  "file-lines": "page",
  download: "file",
  "arrow-left": "left",
  "chevron-left": "left",
  "arrow-right": "right",
  "chevron-right": "right",
  xmark: "cross",
  house: "home",
  gears: "gear",
  users: "user",
  "user-group": "user",
  "rectangle-terminal": "terminal",
  "square-terminal": "terminal",
  books: "book",
  "book-open": "book",
  "book-open-reader": "book",
  rocket: "bolt",
  "rocket-launch": "bolt",
  sparkles: "star",
  shield: "lock",
  earth: "globe",
  "pen-to-square": "pen",
  pencil: "pen",
  images: "image",
  "ellipsis-vertical": "ellipsis",
  "square-ellipsis": "ellipsis",
  comments: "comment",
  message: "comment",
  "folder-open": "folder",
  "circle-play": "play",
};

export function isIcon(name: string): boolean {
  return Object.hasOwn(strokes, name) || Object.hasOwn(nearest, name);
}

/** An ornament: what it stands for is said in words beside it. */
export function drawIcon(name: string): Html {
  const path = strokes[name] ?? strokes[nearest[name] ?? ""];
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    path !== undefined && h("path", { d: path }),
  );
}
