import type { ContentReference } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { drawIcon } from "../theme/icons.ts";
import type { BlockRenderer } from "./setting.ts";

export const contentRef: BlockRenderer = ({ data }, { resolve }) => {
  const reference = data.ref as ContentReference | undefined;
  const target = reference && resolve(reference);
  const written = reference?.kind === "url" ? reference.url : "";
  const title = h("strong", {}, target?.emoji && `${target.emoji} `, target?.title ?? target?.href ?? written);
  const label = h("span", {}, title, target?.description !== undefined && h("small", {}, target.description));
  if (target === undefined) return h("div", { class: "box card" }, drawIcon("page"), label);
  return h("a", { class: "box card", href: target.href }, drawIcon("page"), label);
};
