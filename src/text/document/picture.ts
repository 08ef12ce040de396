import { type HtmlElement, printHtmlTag } from "./html.ts";

/** An image as HTML shows it, with the address it has on a dark ground. */
export interface Picture {
  /** Attributes of `<img>`, `src` among them. */
  image: Readonly<Record<string, string>>;
  dark?: string;
}

/** The image of an `<img>`, or of a `<picture>` with one source for dark grounds; nothing for any other element. */
export function readPicture(element: HtmlElement): Picture | undefined {
  if (element.name === "img") return element.attributes.src === undefined ? undefined : { image: element.attributes };
  if (element.name !== "picture") return undefined;
  return pictureOf(element.children.map(({ name, attributes }) => ({ name, attributes })));
}

/** The image of what a `<picture>` holds. */
export function pictureOf(
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
