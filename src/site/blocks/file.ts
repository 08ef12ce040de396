import type { ContentReference } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { drawIcon } from "../theme/icons.ts";
import { captionOf } from "./image.ts";
import type { BlockRenderer } from "./setting.ts";

export const file: BlockRenderer = (block, { resolve, blocks }) => {
  const ref = block.data.ref as ContentReference | undefined;
  const target = ref && resolve(ref);
  const name = target?.title ?? (ref?.kind === "file" ? ref.file : ref?.kind === "url" ? ref.url : "");
  const caption = captionOf(block);
  const label = h(
    "span",
    {},
    h("strong", {}, name),
    target?.size !== undefined && h("small", {}, sizeText(target.size)),
  );
  return h(
    "figure",
    { class: "file" },
    target === undefined
      ? h("div", { class: "box card" }, drawIcon("file"), label)
      : h("a", { class: "box card", href: target.href, download: true }, drawIcon("file"), label),
    caption.length > 0 && h("figcaption", {}, blocks(caption)),
  );
};

function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
