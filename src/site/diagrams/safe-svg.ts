import { type Attributes, escapeText, Html, h, join } from "../html.ts";

/** Elements that a diagram may contain. Any other element is removed with its contents. */
const elements: ReadonlySet<string> = new Set(
  "svg defs marker g polygon polyline path rect circle line ellipse text tspan".split(" "),
);

/** Attributes whose values are numbers, or letters of paths. */
const measures: ReadonlySet<string> = new Set(
  "viewBox width height x y x1 y1 x2 y2 cx cy r rx ry dx dy d points stroke-width stroke-dasharray font-size markerWidth markerHeight refX refY".split(
    " ",
  ),
);

const isMeasure = (value: string) => /^[\d\s.,eE+\-MLHVCSQTAZmlhvcsqtaz]+$/.test(value) || value === "0.35em";

/** Attributes with a few allowed values. */
const choices: Readonly<Record<string, RegExp>> = {
  orient: /^(?:auto|auto-start-reverse)$/,
  "text-anchor": /^(?:start|middle|end)$/,
  "font-weight": /^(?:bold|normal|[1-9]00)$/,
  "font-style": /^(?:italic|normal)$/,
  "stroke-linejoin": /^(?:round|miter|bevel)$/,
  "stroke-linecap": /^(?:round|butt|square)$/,
  transform: /^(?:(?:translate|scale|rotate)\([\d\s.,-]+\)\s*)+$/,
};

/** Colors become the site's variables, so that they fit its theme and are readable on it. */
const ownColor = /^(?:none|var\(--(?:bg|_[a-z-]+)\))$/;

/** A drawing whose ids are unique on its page, and whose accessible name contains its words. */
export function embedDrawing(drawing: string, id: string): Html {
  const withUniqueIds = drawing.replace(/ id="D-| fill="url\(#D-|(?<= marker-(?:start|mid|end)=")url\(#D-/g, (start) =>
    start.replace("D-", `${id}-`),
  );
  return Html.trusted(withUniqueIds.replace("<svg", `<svg role="img" aria-label="${extractWords(drawing)}"`));
}

/** Prefix of the ids in a drawing until it is placed on a page. */
const idMark = "D-";

/** Rebuilds a drawing from what is allowed. Undefined if it is not a valid drawing. */
export function safeSvg(svg: string): Html | undefined {
  const reader = new SvgReader(svg.replace(/<style>[\s\S]*?<\/style>/g, ""));
  return reader.read();
}

const tag = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/y;

class SvgReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.trim();
  }

  read(): Html | undefined {
    const [root, ...others] = this.#children(0);
    return root?.text.startsWith("<svg") && others.length === 0 && this.#at === this.#text.length ? root : undefined;
  }

  #children(depth: number): Html[] {
    const found: Html[] = [];
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf("<", this.#at);
      const end = next < 0 ? this.#text.length : next;
      const words = this.#text.slice(this.#at, end);
      if (words.trim() !== "") found.push(join(unescaped(words)));
      this.#at = end;
      if (next < 0) break;
      tag.lastIndex = next;
      const [whole, closes, name = "", written = "", isEmpty] = tag.exec(this.#text) ?? [];
      if (whole === undefined) throw new UnsafeDrawing();
      this.#at += whole.length;
      if (closes !== "") return found;
      if (depth > 20) throw new UnsafeDrawing();
      const inside = isEmpty === "/" ? [] : this.#children(depth + 1);
      if (elements.has(name)) found.push(h(name, readSafeAttributes(written), inside));
    }
    return found;
  }
}

/** Patterns that never occur in drawings of ours. */
export class UnsafeDrawing extends Error {}

function readSafeAttributes(written: string): Attributes {
  const safeAttributes: Record<string, string> = {};
  for (const [, name = "", escaped = ""] of written.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    const value = unescaped(escaped);
    if (measures.has(name) ? isMeasure(value) : choices[name]?.test(value)) safeAttributes[name] = rounded(value);
    else if (name === "fill" || name === "stroke")
      safeAttributes[name] = ownColor.test(value) ? value : defaultColors[name];
    else if (name === "id" && /^[\w-]+$/.test(value)) safeAttributes.id = idMark + value;
    else if (/^marker-(?:start|mid|end)$/.test(name) && /^url\(#[\w-]+\)$/.test(value)) {
      safeAttributes[name] = `url(#${idMark}${value.slice("url(#".length)}`;
    }
  }
  return safeAttributes;
}

/** A tenth of a pixel is the finest visible difference. */
const rounded = (value: string) =>
  value.replace(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10));

/** The replacements for colors that authors chose. */
const defaultColors = { fill: "var(--_node-fill)", stroke: "var(--_line)" } as const;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|apos);/g, (_, name: string) => entities[name] ?? "");

/** All words of a drawing, for screen readers. */
function extractWords(drawing: string): string {
  const words = [...drawing.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inside = ""]) =>
    unescaped(inside.replace(/<[^>]*>/g, "")).trim(),
  );
  return escapeText([...new Set(words)].filter(Boolean).join(", ").slice(0, 300));
}
