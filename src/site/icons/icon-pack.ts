import { type Html, h } from "../html.ts";
import { nearestIcons } from "./nearest-icons.ts";

/** The shape of an icon: the size of its square, and one path that is filled. */
type Filled = readonly [width: number, height: number, path: string];

/** An icon drawn with strokes on a square of 24 units. */
type Stroked = readonly (readonly [element: string, attributes: Readonly<Record<string, string | number>>])[];

/** All icons that pages can show, by name; kept as one file. */
export interface IconPack {
  readonly solid: Readonly<Record<string, Filled>>;
  readonly regular: Readonly<Record<string, Filled>>;
  readonly brands: Readonly<Record<string, Filled>>;
  /** Those of names that the others lack. */
  readonly strokes: Readonly<Record<string, Stroked>>;
  /** Earlier names. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** The metadata of Font Awesome, as far as it is read. */
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

/** Makes the file of Font Awesome's free icons, and of those of Lucide for the names that are missing there. */
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

/** Draws icons by the names that authors use; undefined for a name that no icon has. */
export type IconDrawer = (name: string) => Html | undefined;

/** `style` is that of a site's customization; cuts that are not free are drawn as the nearest that is. */
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
