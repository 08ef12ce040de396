import { type HtmlElement, printHtmlTag } from "../grammar/html.ts";
import type { Data, ReferenceReader } from "./model.ts";

const sizeNames: ReadonlySet<string> = new Set(["small", "medium", "large"]);

/** The arguments of each action, all optional except the slug. */
const actionMembers: Readonly<Record<string, string>> = { ask: "query", search: "query", select: "slug" };

export function isButton(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === "button" || (attributes.class ?? "").split(/\s+/).includes("button");
}

/** The data of a button: `<a class="button">` leads somewhere, `<button data-action>` does something; nothing for others. */
export function buttonData(
  name: string,
  attributes: Readonly<Record<string, string>>,
  label: string,
  reference: ReferenceReader,
): Data | undefined {
  const classes = (attributes.class ?? "").split(/\s+/);
  const data: Data = { label, kind: classes.includes("secondary") ? "secondary" : "primary" };
  if (name === "button" && attributes.href === undefined) {
    const action = readAction(attributes);
    if (!action) return undefined;
    data.action = action;
  } else data.ref = reference(attributes.href ?? "", "link");
  const size = classes.find((word) => sizeNames.has(word));
  if (size) data.size = size;
  if (attributes["data-icon"]) data.icon = attributes["data-icon"];
  return data;
}

function readAction(attributes: Readonly<Record<string, string>>): Data | undefined {
  const action = attributes["data-action"] ?? "";
  const member = Object.hasOwn(actionMembers, action) ? (actionMembers[action] ?? "") : undefined;
  if (member === undefined) return undefined;
  const value = attributes[`data-${member}`];
  if (value === undefined) return action === "select" ? undefined : { action };
  return { action, [member]: value };
}

/** A button as HTML; `label` is already printed, `href` is its target. */
export function printButton(data: Data, label: string, href: string): string {
  const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);
  const size = text(data.size);
  const classes = `button ${text(data.kind) ?? "primary"}${size === undefined ? "" : ` ${size}`}`;
  const icon = text(data.icon);
  if (typeof data.action !== "object" || data.action === null) {
    return `${printHtmlTag("a", { href, class: classes, "data-icon": icon })}${label}</a>`;
  }
  const { action, query, slug }: Data = { ...data.action };
  const attributes = {
    type: "button",
    class: classes,
    "data-action": text(action),
    "data-query": text(query),
    "data-slug": text(slug),
    "data-icon": icon,
  };
  return `${printHtmlTag("button", attributes)}${label}</button>`;
}

const colorNames: ReadonlySet<string> = new Set([
  "default",
  ..."green blue red orange yellow purple pink violet cyan".split(" "),
  ..."$primary $info $success $warning $danger $tint".split(" "),
]);

interface Colors {
  text: string;
  background: string;
  /** The whole style as written, if the model cannot represent it. */
  style?: string;
}

/** The colors of a `style` attribute. */
export function parseColors(style: string | undefined): Colors {
  const text = findStyle(style, "color") ?? "default";
  const background = findStyle(style, "background-color") ?? "default";
  if (colorNames.has(text) && colorNames.has(background)) return { text, background };
  return { text: "default", background: "default", style: style ?? "" };
}

/** The `style` attribute for colors; nothing if both are the default. */
export function formatColorStyle({ text, background, style }: Readonly<Record<string, unknown>>): string | undefined {
  const rules = [styleRule("color", text), styleRule("background-color", background)].join("");
  return rules || (typeof style === "string" ? style : undefined);
}

function styleRule(property: string, color: unknown): string {
  return typeof color === "string" && color !== "default" ? `${property}:${color};` : "";
}

function findStyle(style: string | undefined, property: string): string | undefined {
  for (const rule of (style ?? "").split(";")) {
    const colon = rule.indexOf(":");
    if (colon !== -1 && rule.slice(0, colon).trim() === property) return rule.slice(colon + 1).trim();
  }
  return undefined;
}

/** An image in HTML, with its address for dark backgrounds. */
interface Picture {
  /** Attributes of `<img>`, including `src`. */
  image: Readonly<Record<string, string>>;
  dark?: string;
}

/** The image of an `<img>`, or of a `<picture>` with one source for dark mode; nothing for any other element. */
export function readPicture(element: HtmlElement): Picture | undefined {
  if (element.name === "img") return element.attributes.src === undefined ? undefined : { image: element.attributes };
  if (element.name !== "picture") return undefined;
  return toPicture(element.children.map(({ name, attributes }) => ({ name, attributes })));
}

/** The image of the contents of a `<picture>`. */
export function toPicture(
  held: readonly { name: string; attributes: Readonly<Record<string, string>> }[],
): Picture | undefined {
  const source = held.find(({ name }) => name === "source");
  const image = held.find(({ name }) => name === "img")?.attributes;
  const dark = source?.attributes.media?.includes("dark") ? source.attributes.srcset : undefined;
  if (held.length !== 2 || dark === undefined || image?.src === undefined) return undefined;
  return { image, dark };
}

export function printPicture({
  image,
  dark,
}: {
  image: Record<string, string | number | undefined>;
  dark?: string;
}): string {
  const img = printHtmlTag("img", image);
  if (!dark) return img;
  const source = printHtmlTag("source", { srcset: dark, media: "(prefers-color-scheme: dark)" });
  return `<picture>${source}${img}</picture>`;
}
