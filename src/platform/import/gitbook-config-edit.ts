import { type Document, isMap, isScalar, type YAMLMap } from "yaml";
import { parseYaml } from "../../text/yaml.ts";
import { MAX_CHARACTERS, redirectPath } from "./gitbook-config.ts";

/** By path: where it leads from now on, undefined where it no longer leads anywhere. */
export type RedirectEdits = ReadonlyMap<string, string | undefined>;

/** A configuration with other redirects, and all else that it says; undefined where it cannot be read. */
export function withRedirects(text: string, edits: RedirectEdits): string | undefined {
  const document = readDocument(text.replace(/^\uFEFF/, ""));
  if (document === undefined) return undefined;
  const isEmpty = document.contents === null || (isScalar(document.contents) && document.contents.value === null);
  if (document.errors.length > 0 || !(isEmpty || isMap(document.contents))) return undefined;
  const present: unknown = isEmpty ? undefined : document.get("redirects");
  if (present != null && !isMap(present)) return undefined;

  const redirects = isMap(present) ? present : (document.createNode({}) as YAMLMap);
  const left = new Map(edits);
  redirects.items = redirects.items.filter((pair) => {
    const path = redirectPath(String(isScalar(pair.key) ? pair.key.value : pair.key));
    if (!edits.has(path)) return true;
    const to = left.get(path);
    left.delete(path);
    if (to !== undefined) pair.value = document.createNode(to);
    return to !== undefined;
  });
  for (const [from, to] of left) if (to !== undefined) redirects.items.push(document.createPair(from, to));

  if (redirects.items.length === 0) document.delete("redirects");
  else document.set("redirects", redirects);
  const isBare = document.contents === null || (isMap(document.contents) && document.contents.items.length === 0);
  const written = isBare ? "" : document.toString({ lineWidth: 0 });
  return text.includes("\r\n") ? written.replace(/\r?\n/g, "\r\n") : written;
}

/** Undefined for what lies in itself deeper, or is longer, than can be read. */
function readDocument(text: string): Document.Parsed | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  try {
    return parseYaml(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}
