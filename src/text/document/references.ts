import type { ContentReference } from "./model.ts";

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
      return `/files/${word("file")}`;
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
