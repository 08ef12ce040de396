import { printHtmlTag } from "./html.ts";
import type { Data } from "./model.ts";
import type { ReferenceReader } from "./references.ts";

const SIZES: ReadonlySet<string> = new Set(["small", "medium", "large"]);
/** What each action takes besides its name, all optional but the slug. */
const ACTION_MEMBER: Readonly<Record<string, string>> = { ask: "query", search: "query", select: "slug" };

export function isButton(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === "button" || (attributes.class ?? "").split(/\s+/).includes("button");
}

/** The data of a button: `<a class="button">` leads somewhere, `<button data-action>` does something; nothing for others. */
export function buttonData(
  name: string,
  attributes: Readonly<Record<string, string>>,
  label: string,
  reference: ReferenceReader,
): Data | undefined {
  const classes = (attributes.class ?? "").split(/\s+/);
  const data: Data = { label, kind: classes.includes("secondary") ? "secondary" : "primary" };
  if (name === "button" && attributes.href === undefined) {
    const action = readAction(attributes);
    if (!action) return undefined;
    data.action = action;
  } else data.ref = reference(attributes.href ?? "", "link");
  const size = classes.find((word) => SIZES.has(word));
  if (size) data.size = size;
  if (attributes["data-icon"]) data.icon = attributes["data-icon"];
  return data;
}

function readAction(attributes: Readonly<Record<string, string>>): Data | undefined {
  const action = attributes["data-action"] ?? "";
  const member = Object.hasOwn(ACTION_MEMBER, action) ? (ACTION_MEMBER[action] ?? "") : undefined;
  if (member === undefined) return undefined;
  const value = attributes[`data-${member}`];
  if (value === undefined) return action === "select" ? undefined : { action };
  return { action, [member]: value };
}

/** A button as HTML; `label` is printed already, `href` where it leads. */
export function printButton(data: Data, label: string, href: string): string {
  const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);
  const size = text(data.size);
  const classes = `button ${text(data.kind) ?? "primary"}${size === undefined ? "" : ` ${size}`}`;
  const icon = text(data.icon);
  if (typeof data.action !== "object" || data.action === null) {
    return `${printHtmlTag("a", { href, class: classes, "data-icon": icon })}${label}</a>`;
  }
  const { action, query, slug }: Data = { ...data.action };
  const attributes = {
    type: "button",
    class: classes,
    "data-action": text(action),
    "data-query": text(query),
    "data-slug": text(slug),
    "data-icon": icon,
  };
  return `${printHtmlTag("button", attributes)}${label}</button>`;
}
