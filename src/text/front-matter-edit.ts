import { type Document, isMap, isScalar, type Pair, type Scalar, stringify } from "yaml";
import { frontMatterRange, LARGEST_FRONT_MATTER, YAML_OPTIONS } from "./front-matter.ts";
import { lineEndingOf } from "./lines.ts";
import { parseYaml } from "./yaml.ts";

/** Values by their key; a key without a value (undefined) is taken out. */
export type FrontMatterChange = Readonly<Record<string, unknown>>;

/**
 * Sets and takes out top-level keys of the front matter; every other key keeps its bytes, and so does the page. A page
 * without front matter gets one, and one that is left empty goes. Front matter that cannot be read is left alone.
 */
export function withFrontMatter(markdown: string, change: FrontMatterChange): string {
  const { yamlStart, yamlEnd, bodyStart, found } = frontMatterRange(markdown);
  const ending = lineEndingOf(markdown) ?? "\n";
  const wanted = Object.entries(change);
  if (!found) {
    const entries = wanted.filter(([, value]) => value !== undefined).map(([key, value]) => entry(key, value, ending));
    if (entries.length === 0) return markdown;
    const block = `---${ending}${entries.join("")}---${ending}`;
    return (
      markdown.slice(0, bodyStart) + block + (bodyStart < markdown.length ? ending : "") + markdown.slice(bodyStart)
    );
  }
  const before = markdown.slice(yamlStart, yamlEnd);
  if (before.length > LARGEST_FRONT_MATTER) return markdown;
  let yaml = before;
  for (const [key, value] of wanted) yaml = withKey(yaml, key, value, ending);
  if (yaml === before) return markdown;
  if (yaml.trim() !== "") return markdown.slice(0, yamlStart) + yaml + markdown.slice(yamlEnd);
  const start = markdown.charCodeAt(0) === 0xfeff ? 1 : 0;
  return markdown.slice(0, start) + markdown.slice(bodyStart).replace(/^[ \t]*\r?\n/, "");
}

function withKey(yaml: string, key: string, value: unknown, ending: string): string {
  const document = parseYaml(yaml, YAML_OPTIONS);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) return yaml;
  const before = attributesOf(document);
  if (before === undefined || same(before[key], value)) return yaml;
  const wanted = { ...before, [key]: value };
  const edited = editedInPlace(yaml, document, key, value, ending);
  if (edited !== undefined && same(attributesOf(parseYaml(edited, YAML_OPTIONS)), wanted)) return edited;
  if (value === undefined) document.delete(key);
  else document.set(key, value);
  const printed = String(document).replace(/\r?\n/g, ending);
  return same(attributesOf(parseYaml(printed, YAML_OPTIONS)), wanted) ? printed : yaml;
}

/** The front matter with this entry written where it stood, or at the end. Undefined where that takes more. */
function editedInPlace(
  yaml: string,
  { contents }: Document.Parsed,
  key: string,
  value: unknown,
  ending: string,
): string | undefined {
  const open = yaml === "" || yaml.endsWith("\n") ? yaml : yaml + ending;
  if (!isMap(contents) || contents.items.length === 0) return open + entry(key, value, ending);
  if (contents.flow) return undefined;
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key) as Pair<Scalar> | undefined;
  const indent = /^ */.exec(yaml.slice(lineStart(yaml, contents.range?.[0] ?? 0)))?.[0] ?? "";
  const written = value === undefined ? "" : entry(key, value, ending).replace(/^(?=.)/gm, indent);
  if (pair === undefined) return open + written;
  const start = pair.key.range?.[0];
  if (start === undefined) return undefined;
  const { value: node } = pair as { value: unknown };
  if (isScalar(node) && node.range && value !== undefined) {
    const [from, to] = node.range;
    const text = node.type?.startsWith("QUOTE") && typeof value === "string" ? JSON.stringify(value) : scalar(value);
    const oneLine = !/[\r\n]/.test(yaml.slice(from, to)) && text !== undefined;
    if (oneLine && from < to) return yaml.slice(0, from) + text + yaml.slice(to);
  }
  const range = (node as { range?: readonly number[] } | null)?.range;
  const end = Math.max(range?.[1] ?? 0, pair.key.range?.[1] ?? start);
  return yaml.slice(0, lineStart(yaml, start)) + written + yaml.slice(nextLine(yaml, end));
}

/** A value on one line; undefined for one that takes several. */
function scalar(value: unknown): string | undefined {
  const text = stringify(value, { lineWidth: 0 }).trimEnd();
  return typeof value === "object" || text.includes("\n") ? undefined : text;
}

function entry(key: string, value: unknown, ending: string): string {
  return value === undefined ? "" : stringify({ [key]: value }, { lineWidth: 0 }).replace(/\n/g, ending);
}

function attributesOf(document: Document.Parsed): Record<string, unknown> | undefined {
  if (document.errors.length > 0) return undefined;
  try {
    return (document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the line after the one around `at` begins; `at` itself when a line begins there. */
function nextLine(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed + 1;
}

/** Whether two values are written alike, whatever the order of their members. */
function same(left: unknown, right: unknown): boolean {
  return sorted(left) === sorted(right);
}

function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
