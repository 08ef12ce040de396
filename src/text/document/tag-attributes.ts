import type { ReferenceReader } from "./inline-from-markdown.ts";
import { printLength, readLength } from "./length.ts";
import type { BlockType, ContentReference, Data } from "./model.ts";

type Kind = "text" | "boolean" | "number" | "length" | "list" | "tags" | "file" | "link" | "openapi";

interface Member {
  /** Member of the block's data. */
  member: string;
  /** Name in the tag, the same as the member's if absent. */
  attribute?: string;
  kind: Kind;
  required?: true;
}

export interface TagForm {
  type: BlockType;
  tag: string;
  members: readonly Member[];
  /** Values that the data has when the tag does not say. */
  defaults?: Data;
}

const text = (member: string): Member => ({ member, kind: "text" });
const flag = (member: string): Member => ({ member, kind: "boolean" });
const spec: Member = { member: "ref", attribute: "spec", kind: "openapi", required: true };

/** How each block that is written as a tag keeps its data in the tag's attributes. */
const FORMS: readonly TagForm[] = [
  { type: "hint", tag: "hint", members: [text("style"), text("icon")], defaults: { style: "info" } },
  { type: "tabs", tag: "tabs", members: [flag("fullWidth")] },
  { type: "tabs-item", tag: "tab", members: [text("title"), text("icon"), text("slug")] },
  { type: "stepper", tag: "stepper", members: [] },
  { type: "stepper-step", tag: "step", members: [text("icon")] },
  { type: "columns", tag: "columns", members: [flag("fullWidth")] },
  {
    type: "column",
    tag: "column",
    members: [
      { member: "width", kind: "length" },
      { member: "verticalAlignment", attribute: "valign", kind: "text" },
    ],
  },
  { type: "updates", tag: "updates", members: [text("format")], defaults: { format: "full" } },
  {
    type: "update",
    tag: "update",
    members: [
      { ...text("date"), required: true },
      { member: "tags", kind: "tags" },
    ],
  },
  {
    type: "prompt",
    tag: "prompt",
    members: [text("description"), text("icon"), flag("openInAIProviders"), text("defaultExpanded")],
    defaults: { description: "" },
  },
  {
    type: "code",
    tag: "code",
    members: [
      text("title"),
      text("overflow"),
      flag("lineNumbers"),
      flag("fullWidth"),
      flag("expandable"),
      { member: "collapsedLineCount", kind: "number" },
    ],
  },
  { type: "embed", tag: "embed", members: [{ ...text("url"), required: true }, flag("fullWidth")] },
  { type: "file", tag: "file", members: [{ member: "ref", attribute: "src", kind: "file", required: true }] },
  {
    type: "content-ref",
    tag: "content-ref",
    members: [{ member: "ref", attribute: "url", kind: "link", required: true }],
  },
  {
    type: "swagger",
    tag: "openapi",
    members: [
      { member: "ref", attribute: "src", kind: "file", required: true },
      text("path"),
      text("method"),
      flag("expanded"),
      flag("fullWidth"),
    ],
    defaults: { path: "", method: "" },
  },
  {
    type: "openapi-operation",
    tag: "openapi-operation",
    members: [spec, text("path"), text("method"), flag("headless")],
    defaults: { path: "", method: "" },
  },
  {
    type: "openapi-schemas",
    tag: "openapi-schemas",
    members: [spec, { member: "schemas", kind: "list" }, flag("grouped"), text("title")],
    defaults: { schemas: [] },
  },
  {
    type: "openapi-webhook",
    tag: "openapi-webhook",
    members: [spec, text("name"), text("method"), flag("headless")],
    defaults: { name: "", method: "" },
  },
];

const FORM_BY_TAG = new Map(FORMS.map((form) => [form.tag, form]));
const FORM_BY_TYPE = new Map<string, TagForm>(FORMS.map((form) => [form.type, form]));

export function formOfTag(tag: string): TagForm | undefined {
  return FORM_BY_TAG.get(tag === "swagger" ? "openapi" : tag);
}

export function formOfType(type: string): TagForm | undefined {
  return FORM_BY_TYPE.get(type);
}

/** The data of a block from its tag; nothing when a required attribute is missing. Attributes of no known meaning are kept as they are. */
export function dataFromAttributes(
  form: TagForm,
  attributes: Record<string, string>,
  reference: ReferenceReader,
): Data | undefined {
  const data: Data = { ...form.defaults };
  const left = new Map(Object.entries(attributes));
  for (const { member, attribute = member, kind, required } of form.members) {
    const value = left.get(attribute);
    left.delete(attribute);
    if (value !== undefined) data[member] = readValue(value, kind, reference);
    else if (required) return undefined;
  }
  for (const [name, value] of left) {
    if (name !== "__proto__" && !(name in data)) data[name] = value;
  }
  return data;
}

/** The attributes of a tag from a block's data; other plain values are printed under their own names. */
export function attributesFromData(
  form: TagForm,
  data: Data,
  href: (reference: ContentReference) => string,
  exclude: readonly string[] = [],
): Record<string, string> {
  const attributes: Record<string, string> = {};
  const left = new Map(Object.entries(data).filter(([name]) => !exclude.includes(name)));
  for (const { member, attribute = member, kind } of form.members) {
    const value = left.get(member);
    left.delete(member);
    if (value !== undefined && value !== null) attributes[attribute] = printValue(value, kind, href);
  }
  for (const [name, value] of left) {
    const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (plain && /^[A-Za-z_][\w:.-]*$/.test(name)) attributes[name] = String(value);
  }
  return attributes;
}

function readValue(value: string, kind: Kind, reference: ReferenceReader): unknown {
  switch (kind) {
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "number":
      return /^\d{1,9}$/.test(value) ? Number(value) : value;
    case "length":
      return readLength(value);
    case "list":
      return listOf(value);
    case "tags":
      return listOf(value).map((tag) => ({ kind: "tag", tag }));
    case "file":
    case "link":
      return reference(value, kind);
    case "openapi":
      return { kind: "openapi", spec: value };
    default:
      return value;
  }
}

function printValue(value: unknown, kind: Kind, href: (reference: ContentReference) => string): string {
  if (kind === "openapi") {
    const known = value as { spec?: unknown };
    return typeof known.spec === "string" ? known.spec : href(value as ContentReference);
  }
  if (kind === "file" || kind === "link") return href(value as ContentReference);
  if (kind === "length") return printLength(value);
  if (kind === "list" && Array.isArray(value)) return value.map(String).join(",");
  if (kind === "tags" && Array.isArray(value)) {
    return value.map((item: { tag?: unknown }) => String(item?.tag ?? "")).join(",");
  }
  return String(value);
}

function listOf(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
