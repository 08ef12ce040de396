const COLORS: ReadonlySet<string> = new Set([
  "default",
  ..."green blue red orange yellow purple pink violet cyan".split(" "),
  ..."$primary $info $success $warning $danger $tint".split(" "),
]);

export interface Colors {
  text: string;
  background: string;
  /** The whole style as written, when it says what the model has no color for. */
  style?: string;
}

/** The colors of a `style` attribute. */
export function colorsOf(style: string | undefined): Colors {
  const text = styleOf(style, "color") ?? "default";
  const background = styleOf(style, "background-color") ?? "default";
  if (COLORS.has(text) && COLORS.has(background)) return { text, background };
  return { text: "default", background: "default", style: style ?? "" };
}

/** The `style` attribute of colors; nothing when both are the default. */
export function styleOfColors({ text, background, style }: Readonly<Record<string, unknown>>): string | undefined {
  const rules = [styleRule("color", text), styleRule("background-color", background)].join("");
  return rules || (typeof style === "string" ? style : undefined);
}

function styleRule(property: string, color: unknown): string {
  return typeof color === "string" && color !== "default" ? `${property}:${color};` : "";
}

function styleOf(style: string | undefined, property: string): string | undefined {
  for (const rule of (style ?? "").split(";")) {
    const colon = rule.indexOf(":");
    if (colon !== -1 && rule.slice(0, colon).trim() === property) return rule.slice(colon + 1).trim();
  }
  return undefined;
}
