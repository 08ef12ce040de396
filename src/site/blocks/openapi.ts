import type { Block, ContentReference } from "../../markdown/document/model.ts";
import { type Child, type Html, h } from "../html.ts";
import { drawOperation, drawSchemas } from "./reference/draw-operation.ts";
import { type BlockRenderer, type Setting, toText } from "./setting.ts";

/** An operation or webhook of an API; if it is unknown, only its method and path are shown. */
export const openapiOperation: BlockRenderer = (block, setting) => {
  const { data } = block;
  const view = setting.findApi(block);
  if (view?.kind === "operation" || view?.kind === "webhook") {
    return drawOperation(view, data.headless !== true, setting);
  }
  const method = toText(data.method).toUpperCase();
  const path = toText(data.path) || toText(data.name);
  return described(block, setting, [
    method !== "" && h("span", { class: `method method-${method.toLowerCase()}` }, method),
    " ",
    h("code", {}, path),
  ]);
};

export const openapiSchemas: BlockRenderer = (block, setting) => {
  const { data } = block;
  const view = setting.findApi(block);
  if (view?.kind === "schemas") return drawSchemas(view, toText(data.title), setting);
  const schemas = Array.isArray(data.schemas) ? data.schemas.map(String) : [];
  return described(
    block,
    setting,
    schemas.map((name) => [h("code", {}, name), " "]),
  );
};

function described(block: Block, setting: Setting, label: Child): Html {
  const reference = block.data.ref as ContentReference | undefined;
  const target = reference && setting.resolve(reference);
  const isLeftOut = setting.findApi(block)?.kind === "left-out";
  const name = reference?.kind === "openapi" ? reference.spec : (target?.title ?? target?.href);
  return h(
    "div",
    { class: "box operation" },
    h("p", {}, label),
    isLeftOut && h("p", {}, setting.apiWords.leftOut),
    target !== undefined ? h("small", {}, h("a", { href: target.href }, name)) : name && h("small", {}, name),
  );
}
