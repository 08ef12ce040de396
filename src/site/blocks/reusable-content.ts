import type { ContentReference } from "../../markdown/document/model.ts";
import { h, join } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

/** Passages are put in their places before a page is drawn. What is left names none, or one that includes itself. */
export const reusableContent: BlockRenderer = ({ data }, { resolve }) => {
  const target = resolve(data.ref as ContentReference);
  return target === undefined ? join() : h("p", {}, h("a", { href: target.href }, target.title ?? target.href));
};
