import { type Block, blockNodes, type ContentReference, type Data } from "../../markdown/document/model.ts";
import { type Attributes, type Html, h, join } from "../html.ts";
import type { BlockRenderer, Setting } from "./setting.ts";
import { toText } from "./setting.ts";

export const images: BlockRenderer = ({ nodes, data }, setting) => {
  const drawn = blockNodes(nodes).map((node) => image(node, setting));
  const align = data.align === "left" || data.align === "right" || data.align === "center" ? data.align : undefined;
  const classes = [
    "images",
    align && `images-${align}`,
    data.fullWidth === true && "full-width",
    data.withFrame === true && "framed",
  ];
  return h("div", { class: classes.filter(Boolean).join(" ") }, drawn);
};

export const image: BlockRenderer = (block, setting) => {
  const caption = getCaption(block);
  return h(
    "figure",
    {},
    picture(block.data, setting, { loading: "lazy", decoding: "async" }),
    caption.length > 0 && h("figcaption", {}, setting.blocks(caption)),
  );
};

export function getCaption({ fragments }: Block): Block[] {
  return (fragments ?? []).find(({ type, fragment }) => (type ?? fragment) === "caption")?.nodes ?? [];
}

/** A picture, or two of which the theme shows one. A picture without an address is replaced by its description. */
export function picture(data: Data, { resolve }: Pick<Setting, "resolve">, extraAttributes: Attributes): Html {
  const light = resolve(data.ref as ContentReference);
  const dark = data.refDark === undefined ? undefined : resolve(data.refDark as ContentReference);
  const alt = toText(data.alt);
  if (light === undefined) return join(alt);
  const size = computeSize(data, light);
  const attributes = { ...extraAttributes, alt, ...size };
  if (dark === undefined) return h("img", { ...attributes, src: light.href });
  return join(
    h("img", { ...attributes, src: light.href, class: "only-light" }),
    h("img", { ...attributes, src: dark.href, class: "only-dark" }),
  );
}

/** The given width with a proportional height, otherwise the file's size, so that loading does not shift the layout. */
function computeSize(
  { width, height }: Data,
  file: { width?: number | undefined; height?: number | undefined },
): Attributes {
  const pixels = (length: unknown) => (typeof length === "number" && length > 0 ? Math.round(length) : undefined);
  const [wide, high] = [pixels(width), pixels(height)];
  const share = readPercentage(width);
  if (share !== undefined) return { width: `${share}%` };
  const ratio = (file.width ?? 0) > 0 && (file.height ?? 0) > 0 ? (file.width ?? 0) / (file.height ?? 1) : undefined;
  if (wide !== undefined) return { width: wide, height: high ?? pixels(ratio && wide / ratio) };
  if (high !== undefined) return { width: pixels(ratio && high * ratio), height: high };
  return { width: pixels(file.width), height: pixels(file.height) };
}

function readPercentage(length: unknown): number | undefined {
  if (typeof length !== "object" || length === null) return undefined;
  const { value, unit }: { value?: unknown; unit?: unknown } = length;
  return typeof value === "number" && unit === "%" ? Math.min(100, Math.max(1, value)) : undefined;
}
