import type { ContentReference } from "./model.ts";

/** Where an address stands, which decides what it may refer to. */
export type ReferenceKind = "link" | "image" | "file" | "specification" | "include";
/** Turns an address as written into a content reference. */
export type ReferenceReader = (href: string, kind: ReferenceKind) => ContentReference;

/** Turns a content reference into the address to write. */
export type ReferencePrinter = (reference: ContentReference) => string;

/** The address a reference has in Markdown when nothing better is known; empty for a reference that names nothing. */
export const defaultHref: ReferencePrinter = (reference) => {
  const members: { [member: string]: unknown } = { ...reference };
  const word = (member: string) => (typeof members[member] === "string" ? members[member] : "");
  switch (members.kind) {
    case "url":
      return word("url");
    case "file":
      return word("file").replace(/^[\w-]+$/, "/files/$&");
    case "page":
      return `/pages/${word("page")}`;
    case "anchor":
      return `${word("page") && `/pages/${word("page")}`}#${word("anchor")}`;
    case "space":
      return `/spaces/${word("space")}`;
    case "collection":
      return `/collections/${word("collection")}`;
    case "user":
      return `/users/${word("user")}`;
    case "reusable-content":
      return word("reusableContent").replace(/^[\w-]+$/, "/reusable-content/$&");
    case "openapi":
      return word("spec");
    case "tag":
      return word("tag");
    default:
      return "";
  }
};

/**
 * The reference as one of the kinds that fit its place: pictures and specifications take a file or a URL, files and
 * drawings a file alone. What is no known file is then named by its address, which `defaultHref` prints as it is.
 */
export function fittingReference(found: ContentReference, href: string, kind: ReferenceKind): ContentReference {
  if (kind === "link" || kind === "include" || found.kind === "file") return found;
  if (kind !== "file") return found.kind === "url" ? found : { kind: "url", url: href };
  return { kind: "file", file: href.replace(/^[\w-]+$/, "./$&") };
}
