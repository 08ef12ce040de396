import type { ParsedFile } from "./parse-file.ts";
import { isRecord, own, readPointer, type Steps, toList, toText, valueAt } from "./pointer.ts";

/** A value in one of the files of a specification. */
export interface Located {
  readonly value: unknown;
  readonly file: string;
  readonly steps: Steps;
}

/** The most references followed in a chain. */
const maxHops = 20;

/** Follows references between the files of a specification. */
export class Resolver {
  readonly #files: ReadonlyMap<string, Pick<ParsedFile, "value">>;
  /** The path of the file that a reference points to; undefined if there is none. */
  readonly #findFile: (from: string, address: string) => string | undefined;

  constructor(
    files: ReadonlyMap<string, Pick<ParsedFile, "value">>,
    findFile: (from: string, address: string) => string | undefined,
  ) {
    this.#files = files;
    this.#findFile = findFile;
  }

  /** The target of a reference, possibly itself a reference; undefined if it does not exist. */
  target(reference: string, from: string): Located | undefined {
    const hash = reference.indexOf("#");
    const address = hash === -1 ? reference : reference.slice(0, hash);
    const file = address === "" ? from : this.#findFile(from, address);
    const steps = readPointer(hash === -1 ? "" : reference.slice(hash));
    const root = file === undefined ? undefined : this.#files.get(file);
    if (file === undefined || root === undefined || steps === undefined) return undefined;
    const value = valueAt(root.value, steps);
    return value === undefined ? undefined : { value, file, steps };
  }

  /** The value after following all references; undefined for a dangling or circular one. */
  follow({ value, file, steps }: Located): Located | undefined {
    let at: Located | undefined = { value, file, steps };
    for (let hops = 0; at !== undefined && isReference(at.value); hops += 1) {
      if (hops === maxHops) return undefined;
      at = this.target(toText(own(at.value, "$ref")), at.file);
    }
    return at;
  }
}

export const isReference = (value: unknown): boolean => isRecord(value) && typeof own(value, "$ref") === "string";

/** A member of a located value. */
export const inside = ({ value, file, steps }: Located, name: string): Located => ({
  value: own(value, name),
  file,
  steps: [...steps, name],
});

/** A `$ref` of a file. */
export interface Reference {
  readonly steps: Steps;
  readonly to: string;
}

/** Members whose values are data, not description. */
const data = new Set(["default", "enum", "const", "example", "value"]);

/** Members whose own members have names chosen by the author. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "schemas", "paths"]);

/** Every reference of a file. */
export function findReferences(root: unknown): Reference[] {
  const found: Reference[] = [];
  const queue: { value: unknown; steps: readonly string[]; names: boolean }[] = [
    { value: root, steps: [], names: false },
  ];
  for (const { value, steps, names } of queue) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const [index, item] of toList(value).entries()) {
        if (typeof item === "object") queue.push({ value: item, steps: [...steps, String(index)], names: false });
      }
      continue;
    }
    for (const [name, member] of Object.entries(value)) {
      if (name === "$ref" && typeof member === "string" && !names) found.push({ steps, to: member });
      else if (typeof member === "object" && (names || !(data.has(name) || name.startsWith("x-")))) {
        queue.push({ value: member, steps: [...steps, name], names: !names && named.has(name) });
      }
    }
  }
  return found;
}
