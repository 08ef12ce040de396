import type { ContentReference } from "../../markdown/document/model.ts";
import { type Html, h } from "../html.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** An operation or webhook of an API, named by method and path. */
export const openapiOperation: BlockRenderer = ({ data }, { resolve }) => {
  const method = textOf(data.method).toUpperCase();
  const path = textOf(data.path) || textOf(data.name);
  return described(data.ref, resolve, [
    method !== "" && h("span", { class: `method method-${method.toLowerCase()}` }, method),
    " ",
    h("code", {}, path),
  ]);
};

export const openapiSchemas: BlockRenderer = ({ data }, { resolve }) => {
  const schemas = Array.isArray(data.schemas) ? data.schemas.map(String) : [];
  return described(
    data.ref,
    resolve,
    schemas.map((name) => [h("code", {}, name), " "]),
  );
};

function described(
  ref: unknown,
  resolve: Parameters<BlockRenderer>[1]["resolve"],
  label: Parameters<typeof h>[2],
): Html {
  const reference = ref as ContentReference | undefined;
  const target = reference && resolve(reference);
  const name = reference?.kind === "openapi" ? reference.spec : (target?.title ?? target?.href);
  return h(
    "div",
    { class: "box operation" },
    h("p", {}, label),
    target !== undefined ? h("small", {}, h("a", { href: target.href }, name)) : name && h("small", {}, name),
  );
}
