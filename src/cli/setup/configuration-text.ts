import { isDeepStrictEqual } from "node:util";
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse as parseJson,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { parse as parseToml, stringify as stringifyToml, TomlError } from "smol-toml";
import { UsageError } from "../errors.ts";

/** The location of one server in a host's configuration. */
export interface ServerLocation {
  readonly format: "json" | "toml";
  /** The member with the servers by name. */
  readonly under: string;
  readonly name: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The server's entry in the text; undefined if there is none. Throws `UsageError` for text it cannot parse. */
export function serverIn(text: string, location: ServerLocation): unknown {
  const servers = serversIn(read(text, location.format), location.under);
  return Object.hasOwn(servers, location.name) ? servers[location.name] : undefined;
}

/**
 * The text with the server set to the entry, or removed if the entry is undefined. Comments, order and spacing of
 * everything else are preserved. Throws `UsageError` if the text cannot be parsed or changed.
 */
export function withServer(text: string, location: ServerLocation, entry: Values | undefined): string {
  const before = read(text, location.format);
  const servers = serversIn(before, location.under);
  if (entry === undefined && !Object.hasOwn(servers, location.name)) return text;
  const changed = location.format === "json" ? changeJson(text, location, entry) : changeToml(text, location, entry);
  const { [location.name]: _replaced, ...others } = servers;
  const expected = { ...others, ...(entry === undefined ? {} : { [location.name]: entry }) };
  const after = read(changed, location.format);
  const { [location.under]: _old, ...rest } = before;
  const { [location.under]: _new, ...restAfter } = after;
  if (!sameValues(serversIn(after, location.under), expected) || !sameValues(rest, restAfter)) {
    throw new UsageError(
      `Its ${location.under} are written in a form that cannot be changed safely. Change it by hand.`,
    );
  }
  return changed;
}

/** TOML parses to objects without a prototype. */
const sameValues = (left: unknown, right: unknown) => isDeepStrictEqual(plain(left), plain(right));

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === "bigint" ? `${one}n` : one)));

function read(text: string, format: ServerLocation["format"]): Values {
  const value = format === "json" ? readJson(text) : readToml(text);
  if (isValues(value)) return value;
  throw new UsageError("It does not contain an object. Fix it, or move it away.");
}

function serversIn(values: Values, under: string): Values {
  const servers = values[under] ?? {};
  if (isValues(servers)) return servers;
  throw new UsageError(`Its ${under} is not an object. Fix it, or move it away.`);
}

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readJson(text: string): unknown {
  if (withoutMark(text).trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parseJson(withoutMark(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split("\n").length;
  throw new UsageError(`It is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}. Fix it first.`);
}

function readToml(text: string): unknown {
  try {
    return parseToml(withoutMark(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.split("\n");
    throw new UsageError(`It is not valid TOML: ${reason} in line ${error.line}. Fix it first.`);
  }
}

/** A byte order mark, which some Windows editors write. */
const byteOrderMark = "\uFEFF";

const withoutMark = (text: string) => (text.startsWith(byteOrderMark) ? text.slice(1) : text);

const detectLineEnd = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");

function changeJson(text: string, { under, name }: ServerLocation, entry: Values | undefined): string {
  const bare = withoutMark(text);
  const mark = text.slice(0, text.length - bare.length);
  const eol = detectLineEnd(text);
  const unit = /\n([ \t]+)\S/.exec(bare)?.[1] ?? "  ";
  const print = (value: unknown) => JSON.stringify(value, null, unit).replaceAll("\n", eol);
  if (bare.trim() === "") return `${mark}${print({ [under]: { [name]: entry } })}${eol}`;
  // Without formatting options, an edit changes only its own range.
  if (entry === undefined) return mark + withoutProperty(bare, [under, name]);
  const root = parseTree(bare, [], { allowTrailingComma: true });
  const servers = root && findNodeAtLocation(root, [under]);
  const old = servers && findNodeAtLocation(servers, [name]);
  if (root === undefined) throw new UsageError("It is empty. Fix it, or move it away.");
  if (old !== undefined) {
    const value = indented(print(entry), unit, 2);
    return mark + bare.slice(0, old.offset) + value + bare.slice(old.offset + old.length);
  }
  const [parent, key, value, depth] =
    servers === undefined ? ([root, under, { [name]: entry }, 1] as const) : ([servers, name, entry, 2] as const);
  const property = `${JSON.stringify(key)}: ${indented(print(value), unit, depth)}`;
  return mark + withProperty(bare, parent, `${eol}${unit.repeat(depth)}${property}`, `${eol}${unit.repeat(depth - 1)}`);
}

function withoutProperty(text: string, [under, name]: readonly [string, string]): string {
  const less = applyEdits(text, modify(text, [under, name], undefined, {}));
  const root = parseTree(less, [], { allowTrailingComma: true });
  const servers = root && findNodeAtLocation(root, [under]);
  if (servers === undefined) return less;
  const end = servers.offset + servers.length;
  const isEmpty = /^\{\s*\}$/.test(less.slice(servers.offset, end));
  return isEmpty ? `${less.slice(0, servers.offset)}{}${less.slice(end)}` : less;
}

const indented = (text: string, unit: string, depth: number) => text.replaceAll("\n", `\n${unit.repeat(depth)}`);

/** Moves a property, with the white space before it, to the end of an object. */
function withProperty(text: string, parent: Node, property: string, beforeEnd: string): string {
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const from = parent.offset + 1;
    const inner = text.slice(from, parent.offset + parent.length - 1).trimEnd();
    return text.slice(0, from) + inner + property + beforeEnd + text.slice(parent.offset + parent.length - 1);
  }
  const scanner = createScanner(text, true);
  scanner.setPosition(last.offset + last.length);
  scanner.scan();
  const hasComma = text[scanner.getTokenOffset()] === ",";
  const at = hasComma ? scanner.getTokenOffset() + 1 : last.offset + last.length;
  return `${text.slice(0, at)}${hasComma ? "" : ","}${property}${hasComma ? "," : ""}${text.slice(at)}`;
}

/** Removes the server's tables and writes them at the end. A header ends the table before it. */
function changeToml(text: string, { under, name }: ServerLocation, entry: Values | undefined): string {
  const eol = detectLineEnd(text);
  const remainingLines: string[] = [];
  let isOwn = false;
  for (const line of text.split(/(?<=\n)/)) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) isOwn = isWithin(header, [under, name]);
    // Comments above the next header belong to it.
    if (!isOwn || (/^\s*#/.test(line) && header === undefined)) remainingLines.push(line);
  }
  const rest = remainingLines.join("");
  // It was at the end, so the empty line before it goes too.
  if (entry === undefined) return isOwn && rest.trim() !== "" ? `${rest.trimEnd()}${eol}` : rest;
  const block = stringifyToml({ [under]: { [name]: entry } }).replaceAll("\n", eol);
  return rest.trim() === "" ? block : `${rest.trimEnd()}${eol}${eol}${block}`;
}

function isWithin(header: string, path: readonly string[]): boolean {
  const keys = header.split(".").map((key) => key.trim().replace(/^(["'])(.*)\1$/, "$2"));
  return path.every((key, at) => keys[at] === key);
}
