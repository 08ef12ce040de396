import { type Html, h } from "../html.ts";

/** An icon's shape: the size of its square, and one filled path. */
type Filled = readonly [width: number, height: number, path: string];

/** An icon drawn with strokes on a square of 24 units. */
type Stroked = readonly (readonly [element: string, attributes: Readonly<Record<string, string | number>>])[];

/** All icons that pages can show, by name; stored as one file. */
export interface IconPack {
  readonly solid: Readonly<Record<string, Filled>>;
  readonly regular: Readonly<Record<string, Filled>>;
  readonly brands: Readonly<Record<string, Filled>>;
  /** Icons under names that the others lack. */
  readonly strokes: Readonly<Record<string, Stroked>>;
  /** Previous names. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** The part of Font Awesome's metadata that is used. */
export type FontAwesome = Readonly<
  Record<
    string,
    {
      readonly aliases?: { readonly names?: readonly string[] };
      readonly svgs: {
        readonly classic?: Readonly<
          Record<string, { readonly width: number; readonly height: number; readonly path: string | readonly string[] }>
        >;
      };
    }
  >
>;

/** Builds the file from Font Awesome's free icons, and Lucide's for names missing there. */
export function packIcons(families: FontAwesome, lucide: Readonly<Record<string, Stroked>>): IconPack {
  const pack = { solid: {}, regular: {}, brands: {} } as Record<"solid" | "regular" | "brands", Record<string, Filled>>;
  const aliases: Record<string, string> = {};
  for (const [name, { aliases: others, svgs }] of Object.entries(families)) {
    for (const style of ["solid", "regular", "brands"] as const) {
      const svg = svgs.classic?.[style];
      if (svg !== undefined) pack[style][name] = [svg.width, svg.height, [svg.path].flat().join("")];
    }
    for (const other of others?.names ?? []) aliases[other] = name;
  }
  const isMissing = (name: string) => !Object.hasOwn(families, name) && !Object.hasOwn(aliases, name);
  const strokes = Object.fromEntries(Object.entries(lucide).filter(([name]) => isMissing(name)));
  return { ...pack, strokes, aliases };
}

/** Renders icons by the names that authors use; undefined for an unknown name. */
export type IconDrawer = (name: string) => Html | undefined;

/** `style` comes from a site's customization; styles that are not free are replaced by the nearest free one. */
export function iconDrawer(pack: IconPack, style: string): IconDrawer {
  const known = new Map<string, Html | undefined>();
  return (written) => {
    const name = written
      .toLowerCase()
      .replace(/^(?:fa-)?(?:(?:solid|regular|light|thin|duotone|brands)\s+)?(?:fa-)?/, "");
    if (!known.has(name)) known.set(name, drawNamed(pack, style, name));
    return known.get(name);
  };
}

function drawNamed(pack: IconPack, style: string, name: string): Html | undefined {
  const own = drawExact(pack, style, name);
  if (own !== undefined) return own;
  const nearest = Object.hasOwn(nearestIcons, name) ? nearestIcons[name] : undefined;
  return nearest === undefined ? undefined : drawExact(pack, style, nearest);
}

function drawExact(pack: IconPack, style: string, written: string): Html | undefined {
  const name = Object.hasOwn(pack.aliases, written) ? (pack.aliases[written] ?? written) : written;
  const cuts = style === "solid" || style === "duotone" ? [pack.solid, pack.regular] : [pack.regular, pack.solid];
  for (const cut of [...cuts, pack.brands]) {
    const found = Object.hasOwn(cut, name) ? cut[name] : undefined;
    if (found !== undefined) return filled(found);
  }
  const strokes = Object.hasOwn(pack.strokes, name) ? pack.strokes[name] : undefined;
  return strokes && stroked(strokes);
}

const hidden = { "aria-hidden": "true", focusable: "false" } as const;

function filled([width, height, path]: Filled): Html {
  return h("svg", { class: "icon filled", viewBox: `0 0 ${width} ${height}`, ...hidden }, h("path", { d: path }));
}

function stroked(nodes: Stroked): Html {
  const shapes = nodes.map(([element, attributes]) => h(element, attributes));
  return h("svg", { class: "icon", viewBox: "0 0 24 24", ...hidden }, shapes);
}

/** Names of icons that are not free or no longer exist, each with the name of the nearest available one. */
export const nearestIcons: Readonly<Record<string, string>> = {
  "arrow-progress": "bars-progress",
  "ballot-check": "list-check",
  "book-blank": "book",
  "book-open-lines": "book-open",
  "book-sparkles": "book",
  books: "book",
  "brackets-curly": "braces",
  "brackets-square": "brackets",
  "bullseye-arrow": "bullseye",
  "bullseye-pointer": "bullseye",
  "chart-line-up": "arrow-trend-up",
  "chart-mixed": "chart-simple",
  "circle-bolt": "bolt",
  "cloud-code": "cloud",
  "code-simple": "code",
  cursor: "arrow-pointer",
  "cursor-text": "i-cursor",
  "diagram-nested": "diagram-project",
  "display-code": "display",
  files: "copy",
  "file-magnifying-glass": "magnifying-glass",
  "gear-complex": "gear",
  "gear-code": "gear",
  "globe-pointer": "globe",
  "grid-2": "grid-2x2",
  "hand-wave": "hand",
  "head-side-gear": "gears",
  "hexagon-nodes-bolt": "diagram-project",
  "image-landscape": "image",
  "input-text": "i-cursor",
  "lightbulb-on": "lightbulb",
  "link-simple": "link",
  "list-dropdown": "list",
  memo: "file-lines",
  "memo-circle-check": "file-circle-check",
  "message-bot": "bot",
  "message-code": "message",
  "message-question": "circle-question",
  "message-sparkles": "message",
  "objects-column": "table-columns",
  page: "file",
  "party-horn": "party-popper",
  "people-simple": "people-group",
  "phone-office": "phone",
  "play-pause": "play",
  "rectangle-code": "code",
  "rectangle-history": "clock-rotate-left",
  "rectangle-terminal": "terminal",
  "rocket-launch": "rocket",
  "shield-check": "shield-halved",
  sidebar: "table-columns",
  "sliders-simple": "sliders",
  "square-code": "file-code",
  "square-ellipsis": "ellipsis",
  "square-info": "circle-info",
  "square-sliders": "sliders",
  "square-star": "star",
  "star-shooting": "star",
  "text-size": "text-height",
  "truck-fast": "truck",
  "user-robot": "robot",
  vscode: "code",
  "wand-sparkles": "wand-magic-sparkles",
  window: "window-maximize",
  "window-flip": "window-restore",
  "wrench-simple": "wrench",
};
