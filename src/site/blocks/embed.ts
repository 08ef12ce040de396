import { h } from "../html.ts";
import { drawIcon } from "../theme/icons.ts";
import { captionOf } from "./image.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** A link: what others serve is not loaded into a page before a reader asks for it. */
export const embed: BlockRenderer = (block, { blocks }) => {
  const url = textOf(block.data.url);
  const host = URL.canParse(url) ? new URL(url).host : url;
  const caption = captionOf(block);
  const label = h("span", {}, h("strong", {}, host), h("small", {}, url));
  return h(
    "figure",
    { class: "embed" },
    h("a", { class: "box card", href: url, rel: "noopener noreferrer" }, drawIcon("external"), label),
    caption.length > 0 && h("figcaption", {}, blocks(caption)),
  );
};
