import { LineCounter, parseDocument } from "yaml";
import { findRepeatedKey } from "../../text/repeated-key.ts";
import { findJsonError } from "./find-json-error.ts";
import { locateInJson } from "./locate-json.ts";
import { locateInYaml } from "./locate-yaml.ts";
import { isRecord, type Steps } from "./pointer.ts";

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface ParsedFile {
  readonly path: string;
  readonly format: "json" | "yaml";
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as JSON; the text itself where that is JSON. */
  readonly json: string;
  /** Where values stand in the text, or what is above them. */
  locate(steps: readonly Steps[]): (Place | undefined)[];
}

/** A file that is no description of anything. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
  }
}

/** Deeper values are nothing that a person wrote, and would exhaust the stack of whoever reads them. */
const mostLevels = 200;
/** Characters of a file as JSON: aliases can make much of little. Of few characters in the file, and of each. */
const mostCharacters = { few: 1_000_000, ofEach: 4 };
/** How often the same part of a file may be repeated by aliases, those within it counted. */
const mostRepeats = 10_000;

/** Reads JSON or YAML. Throws `UnreadableFile`. */
export function parseFile(path: string, given: string): ParsedFile {
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  if (/^\s*$/.test(text)) throw new UnreadableFile("it is empty");
  if (/^\s*</.test(text)) {
    throw new UnreadableFile(
      "a web page or XML. Give the address of the JSON or YAML file itself, where nobody signs in",
    );
  }
  return looksLikeJson(text) ? readJson(path, text) : readYaml(path, text);
}

/** YAML, too, may begin with a brace; its first name is hardly quoted then. */
export const looksLikeJson = (text: string): boolean => /^\uFEFF?\s*\{\s*["}]/.test(text);

function readJson(path: string, text: string): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, reason } = findJsonError(text) ?? { offset: 0, reason: "the parser refuses it" };
    throw new UnreadableFile(`not JSON: ${reason}`, placeAt(text, offset));
  }
  const locate = (steps: readonly Steps[]) =>
    locateInJson(text, steps).map((offset) => (offset === undefined ? undefined : placeAt(text, offset)));
  return { path, format: "json", text, value: demandObject(value), json: text, locate };
}

function readYaml(path: string, text: string): ParsedFile {
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      merge: true,
      uniqueKeys: false,
      logLevel: "error",
    });
    const [error] = document.errors;
    // The parser tells of a stack that is used up as of any other error.
    if (error?.message.includes("call stack")) throw tooDeep();
    if (error?.code === "MULTIPLE_DOCS") {
      throw new UnreadableFile("several YAML documents. Give the one that describes the API", placeOf(error.pos[0]));
    }
    if (error !== undefined) throw new UnreadableFile(`not YAML: ${firstLine(error.message)}`, placeOf(error.pos[0]));
    const repeated = findRepeatedKey(document.contents);
    if (repeated !== undefined) {
      const name = JSON.stringify(repeated.name.slice(0, 100));
      throw new UnreadableFile(`the key ${name} stands twice in one mapping`, placeOf(repeated.offset));
    }
    const value = demandObject(document.toJS({ maxAliasCount: mostRepeats }));
    if (charactersOf(value, new Map()) > mostCharacters.few + mostCharacters.ofEach * text.length) throw tooMuch();
    const json = JSON.stringify(value);
    const locate = (steps: readonly Steps[]) =>
      steps.map((some) => {
        const offset = locateInYaml(document.contents, some);
        return offset === undefined ? undefined : placeOf(offset);
      });
    return { path, format: "yaml", text, value, json, locate };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    if (error instanceof RangeError) throw tooDeep();
    if (error instanceof ReferenceError && error.message.includes("alias count")) throw tooMuch();
    throw new UnreadableFile(`not YAML: ${firstLine(error instanceof Error ? error.message : String(error))}`);
  }
}

const tooMuch = () => new UnreadableFile("its aliases repeat too much: write it without them");
const tooDeep = () => new UnreadableFile(`nested more than ${mostLevels} levels deep`);
const firstLine = (message: string) => (message.split("\n")[0] ?? "").slice(0, 200);

function demandObject(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value))
    throw new UnreadableFile("neither an object in JSON nor a mapping in YAML, which a description of an API is");
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw tooDeep();
    const next = new Set<object>();
    for (const some of level) {
      for (const member of Object.values(some)) if (typeof member === "object" && member !== null) next.add(member);
    }
    level = [...next];
  }
  return value;
}

/** About how long a value is as JSON. What stands in several places is measured once and counted in each. */
function charactersOf(value: unknown, known: Map<object, number>): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 5;
  const before = known.get(value);
  if (before !== undefined) return before;
  let sum = 2;
  for (const [name, member] of Object.entries(value)) sum += name.length + 4 + charactersOf(member, known);
  known.set(value, sum);
  return sum;
}

function placeAt(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
