import { own, recordOf, textOf } from "../pointer.ts";
import type { Located } from "../resolve.ts";
import type { Media } from "./api.ts";
import type { SchemaBook } from "./schema-book.ts";
import { partsOf } from "./schema-parts.ts";
import { encoded, styleOf, swaggerStyle, type ValueStyle, writtenValue } from "./value-style.ts";

/** What stands for the bytes of a file. */
export const someBytes = "<bytes>";

export const isForm = (type: string): boolean => /x-www-form-urlencoded|^multipart\//i.test(type);

/** How a field of a form is written. Of a form, an object is JSON unless its `encoding` says otherwise. */
export function fieldStyle(media: Media, name: string, at: Located, book: SchemaBook): ValueStyle {
  if (media.isSwagger) return swaggerStyle(at, at, book);
  const said = recordOf(media.encoding[name]);
  const style = styleOf(said, "query", at, book);
  const isSaid = said.style !== undefined || said.explode !== undefined;
  return (style.as === "members" || style.as === "pairs") && !isSaid ? { as: "json" } : style;
}

/** Fields as the text of a form. */
export function urlencoded(media: Media, fields: Readonly<Record<string, unknown>>, book: SchemaBook): string {
  const { properties } = media.schema === undefined ? { properties: undefined } : partsOf(media.schema, book);
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const at = properties?.get(name)?.at;
    return at === undefined
      ? `${encoded(name)}=${encoded(value)}`
      : writtenValue(name, value, fieldStyle(media, name, at, book));
  });
  return written.join("&").slice(0, 4000);
}

/** Fields as the parts of a multipart body. */
export function multipart(media: Media, fields: Readonly<Record<string, unknown>>, boundary: string): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const said =
      textOf(own(recordOf(media.encoding[name]), "contentType"))
        .split(",")[0]
        ?.trim() ?? "";
    const type = said === "" && typeof value === "object" && !Array.isArray(value) ? "application/json" : said;
    return (Array.isArray(value) ? value : [value]).map((one) => {
      const isFile = one === someBytes;
      return [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${name.replace(/["\\\p{Cc}]/gu, "_")}"${isFile ? '; filename="file"' : ""}`,
        ...(type === "" && !isFile ? [] : [`Content-Type: ${type || "application/octet-stream"}`]),
        "",
        typeof one === "object" ? JSON.stringify(one) : String(one),
      ].join("\n");
    });
  });
  return [...parts, `--${boundary}--`].join("\n");
}
