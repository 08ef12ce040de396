import { blockNodes, type ContentReference } from "../../markdown/document/model.ts";
import { h, withIcon } from "../html.ts";
import { drawIcon } from "../theme/icons.ts";
import { diagramFigure } from "./code.ts";
import { getCaption, picture } from "./image.ts";
import { type BlockRenderer, toText } from "./setting.ts";

/** A link: third-party content is not loaded until a reader asks for it. */
export const embed: BlockRenderer = (block, { blocks }) => {
  const url = toText(block.data.url);
  const host = URL.canParse(url) ? new URL(url).host : url;
  const caption = getCaption(block);
  const label = h("span", {}, h("strong", {}, host), h("small", {}, url));
  return h(
    "figure",
    { class: "embed" },
    h("a", { class: "box card", href: url, rel: "noopener noreferrer" }, drawIcon("external"), label),
    caption.length > 0 && h("figcaption", {}, blocks(caption)),
  );
};

export const file: BlockRenderer = (block, { resolve, blocks }) => {
  const ref = block.data.ref as ContentReference | undefined;
  const target = ref && resolve(ref);
  const name = target?.title ?? (ref?.kind === "file" ? ref.file : ref?.kind === "url" ? ref.url : "");
  const caption = getCaption(block);
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

export const drawing: BlockRenderer = ({ data }, setting) =>
  h("figure", { class: "drawing" }, picture(data, setting, { loading: "lazy", decoding: "async" }));

export const contentRef: BlockRenderer = ({ data }, { resolve }) => {
  const reference = data.ref as ContentReference | undefined;
  const target = reference && resolve(reference);
  const written = reference?.kind === "url" ? reference.url : "";
  const title = h("strong", {}, target?.emoji && `${target.emoji} `, target?.title ?? target?.href ?? written);
  const label = h("span", {}, title, target?.description !== undefined && h("small", {}, target.description));
  if (target === undefined) return h("div", { class: "box card" }, drawIcon("page"), label);
  return h("a", { class: "box card", href: target.href }, drawIcon("page"), label);
};

/** Integrations do not render blocks here; the source is shown, so that no content is lost. */
export const integration: BlockRenderer = ({ data }, setting) => {
  const name = [toText(data.integration), toText(data.block)].filter((part) => part !== "").join("/");
  const content = toText(data.content);
  const drawing = data.integration === "mermaid" ? setting.diagram(content) : undefined;
  if (drawing !== undefined) return diagramFigure(drawing, "", data.fullWidth === true);
  return h(
    "figure",
    { class: "code" },
    h("figcaption", {}, name),
    content !== "" && h("pre", { tabindex: 0 }, h("code", {}, content)),
  );
};

/** A text to give to an assistant. */
export const prompt: BlockRenderer = ({ nodes, data }, { blocks, words, icon }) => {
  const description = toText(data.description) || "Prompt";
  return h(
    "details",
    { class: "box prompt", open: data.defaultExpanded !== "hidden" },
    h("summary", {}, withIcon(icon(toText(data.icon)), description)),
    h("div", { class: "copied-text" }, blocks(blockNodes(nodes))),
    h("button", { type: "button", class: "copy", "data-copy": "prompt", hidden: true }, words.copy),
  );
};
