import type { Block, BlockType, ContentReference, Data, ReferenceReader } from "./model.ts";

type Kind =
  | "text"
  | "icon"
  | "boolean"
  | "count"
  | "length"
  | "date"
  | "list"
  | "tags"
  | "file"
  | "link"
  | "specification"
  | "openapi";

interface Member {
  /** Member of the block's data. */
  member: string;
  /** Name in the tag; the same as the member's if absent. */
  attribute?: string;
  kind: Kind;
  /** For a text, the allowed values. */
  values?: readonly string[];
  required?: true;
}

interface TagForm {
  type: BlockType;
  tag: string;
  members: readonly Member[];
  /** Default values if the tag does not set them. */
  defaults?: Data;
}

const text = (member: string, values?: readonly string[]): Member => ({
  member,
  kind: "text",
  ...(values && { values }),
});

const icon: Member = { member: "icon", kind: "icon" };

const flag = (member: string): Member => ({ member, kind: "boolean" });

const spec: Member = { member: "ref", attribute: "spec", kind: "openapi", required: true };

/** How each block that is written as a tag keeps its data in the tag's attributes. */
const tagForms: readonly TagForm[] = [
  {
    type: "hint",
    tag: "hint",
    members: [text("style", ["info", "warning", "danger", "success"]), icon],
    defaults: { style: "info" },
  },
  { type: "tabs", tag: "tabs", members: [flag("fullWidth")] },
  { type: "tabs-item", tag: "tab", members: [text("title"), icon, text("slug")] },
  { type: "stepper", tag: "stepper", members: [] },
  { type: "stepper-step", tag: "step", members: [text("icon")] },
  { type: "columns", tag: "columns", members: [flag("fullWidth")] },
  {
    type: "column",
    tag: "column",
    members: [
      { member: "width", kind: "length" },
      { ...text("verticalAlignment", ["top", "middle", "bottom"]), attribute: "valign" },
    ],
  },
  {
    type: "updates",
    tag: "updates",
    members: [text("format", ["numeric", "full", "short"])],
    defaults: { format: "full" },
  },
  {
    type: "update",
    tag: "update",
    members: [
      { member: "date", kind: "date", required: true },
      { member: "tags", kind: "tags" },
    ],
  },
  {
    type: "prompt",
    tag: "prompt",
    members: [
      text("description"),
      icon,
      flag("openInAIProviders"),
      text("defaultExpanded", ["hidden", "partial", "full"]),
    ],
    defaults: { description: "" },
  },
  {
    type: "code",
    tag: "code",
    members: [
      text("title"),
      text("overflow", ["scroll", "wrap"]),
      flag("lineNumbers"),
      flag("fullWidth"),
      flag("expandable"),
      { member: "collapsedLineCount", kind: "count" },
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
      { member: "ref", attribute: "src", kind: "specification", required: true },
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

const formsByTag = new Map(tagForms.map((form) => [form.tag, form]));

const formsByType = new Map<string, TagForm>(tagForms.map((form) => [form.type, form]));

export function formOfTag(tag: string): TagForm | undefined {
  return formsByTag.get(tag === "swagger" ? "openapi" : tag);
}

export function formOfType(type: string): TagForm | undefined {
  return formsByType.get(type);
}

/**
 * The data of a block from its tag, and the attributes that fit none of its members; nothing when a required one is
 * missing.
 */
export function dataFromAttributes(
  form: TagForm,
  written: Record<string, string>,
  reference: ReferenceReader,
): { data: Data; attributes?: Record<string, string> } | undefined {
  const data: Data = { ...form.defaults };
  const left = new Map(Object.entries(written));
  for (const { member, attribute = member, kind, values, required } of form.members) {
    const text = left.get(attribute);
    const allowed = text === undefined || (values !== undefined && !values.includes(text)) ? undefined : text;
    const value = allowed === undefined ? undefined : readValue(allowed, kind, reference);
    if (value !== undefined) {
      data[member] = value;
      left.delete(attribute);
    } else if (required) return undefined;
  }
  return left.size === 0 ? { data } : { data, attributes: Object.fromEntries(left) };
}

/**
 * The attributes of a block's tag. One stored next to the data applies unless the data says otherwise; other plain
 * values of the data are printed under their own names.
 */
export function attributesOfBlock(
  form: TagForm,
  { data = {}, attributes: writtenAttributes = {} }: Block,
  href: (reference: ContentReference) => string,
  exclude: readonly string[] = [],
): Record<string, string> {
  const attributes: Record<string, string> = {};
  const left = new Map(Object.entries(data).filter(([name]) => !exclude.includes(name)));
  const unmatchedAttributes = new Map(Object.entries(writtenAttributes));
  for (const { member, attribute = member, kind } of form.members) {
    const value = left.get(member);
    left.delete(member);
    const writtenText = unmatchedAttributes.get(attribute);
    unmatchedAttributes.delete(attribute);
    if (typeof writtenText === "string" && (value === undefined || value === form.defaults?.[member]))
      attributes[attribute] = writtenText;
    else if (value !== undefined && value !== null) attributes[attribute] = printValue(value, kind, href);
  }
  for (const [name, value] of [...unmatchedAttributes, ...left]) {
    const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (plain && /^[A-Za-z_][\w:.-]*$/.test(name)) attributes[name] = String(value);
  }
  return attributes;
}

/** The value of an attribute in the data; nothing if its text is not of that kind. */
function readValue(value: string, kind: Kind, reference: ReferenceReader): unknown {
  switch (kind) {
    case "icon":
      return /^[a-z\d-]{1,50}$/.test(value) ? value : undefined;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : undefined;
    case "count":
      return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
    case "length":
      return readLength(value);
    case "date":
      return readDate(value);
    case "list":
      return splitList(value);
    case "tags":
      return splitList(value).map((tag) => ({ kind: "tag", tag }));
    case "file":
    case "link":
    case "specification":
      return reference(value, kind);
    case "openapi":
      return { kind: "openapi", spec: value };
    default:
      return value;
  }
}

/** A day is read as its first moment; nothing if it is neither a day nor a timestamp. */
function readDate(written: string): string | undefined {
  const moment = /^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00.000Z` : written;
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(moment);
  return isMoment && !Number.isNaN(Date.parse(moment)) ? moment : undefined;
}

function printValue(value: unknown, kind: Kind, href: (reference: ContentReference) => string): string {
  if (kind === "openapi") {
    const known = value as { spec?: unknown };
    return typeof known.spec === "string" ? known.spec : href(value as ContentReference);
  }
  if (kind === "file" || kind === "link" || kind === "specification") return href(value as ContentReference);
  if (kind === "length") return printLength(value);
  if (kind === "date") return String(value).replace(/T00:00:00(?:\.000)?Z$/, "");
  if (kind === "list" && Array.isArray(value)) return value.map(String).join(",");
  if (kind === "tags" && Array.isArray(value)) {
    return value.map((item: { tag?: unknown }) => String(item?.tag ?? "")).join(",");
  }
  return String(value);
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** `300` as a number of pixels, `50%` as a value with its unit, nothing if it is not a length. */
export function readLength(written: string): unknown {
  const [, value, unit] = /^(\d{1,6}(?:\.\d{1,6})?)([a-z%]{0,10})$/.exec(written) ?? [];
  if (value === undefined) return undefined;
  return unit ? { value: Number(value), unit } : Number(value);
}

export function printLength(length: unknown): string {
  if (typeof length !== "object" || length === null) return String(length);
  const { value, unit }: { value?: unknown; unit?: unknown } = length;
  return `${String(value)}${String(unit)}`;
}
