import type { Names } from "./resource.ts";

/** The one variable that may be a path, with its slashes as they are. */
const pathVariable = "page";
const longestUri = 4000;

/**
 * Reads URIs of a template's form: what its variables stand for, percent-decoded; undefined for a URI of another form
 * or that is not valid UTF-8.
 */
export function uriReader(uriTemplate: string): (uri: string) => Names | undefined {
  const names: string[] = [];
  const form = uriTemplate.replace(/[.?*+^$()|[\]\\]|\{(\w+)\}/g, (literal, name?: string) => {
    if (name === undefined) return `\\${literal}`;
    names.push(name);
    return name === pathVariable ? "([^?#]+)" : "([^/?#]+)";
  });
  const pattern = new RegExp(`^${form}$`);
  return (uri) => {
    const match = uri.length > longestUri ? null : pattern.exec(uri);
    if (match === null) return undefined;
    try {
      return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? "")]));
    } catch {
      return undefined;
    }
  };
}
