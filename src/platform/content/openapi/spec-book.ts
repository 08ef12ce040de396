import { createHash } from "node:crypto";
import { compareVersions, type Description, type VersionChanges } from "./compare-versions.ts";
import { type Finding, fatalFinding, findProblems } from "./find-problems.ts";
import { type PackedText, packText, unpackText } from "./packed-text.ts";
import { type ParsedFile, type Position, parseFile, UnreadableFile } from "./parse-file.ts";
import { type Members, own, toText, writePointer } from "./pointer.ts";
import { findReferences, type Reference, Resolver } from "./references.ts";

/** A problem in a specification, as the API reports it. */
export interface SpecProblem {
  readonly message: string;
  readonly code: string;
}

interface SpecFile {
  readonly path: string;
  readonly format: "json" | "yaml";
  readonly text: PackedText;
  /** As JSON; null if the text is JSON. */
  readonly content: PackedText | null;
}

/** Whether a file could be read, and the addresses of the files it refers to. */
export type FileReading = { readonly problem: SpecProblem } | { readonly addresses: readonly string[] };

export type SpecReading =
  | { readonly failed: readonly SpecProblem[] }
  | {
      readonly files: readonly SpecFile[];
      readonly digest: string;
      readonly title: string;
      readonly problems: readonly SpecProblem[];
      readonly problemCount: number;
      /** Undefined for the first version. */
      readonly changes: VersionChanges | undefined;
    };

/** A file of the previous version: its path, and its content as JSON. The entry file is first. */
export type EarlierFile = readonly [path: string, json: PackedText];

/** The most problems listed; the others are only counted. */
const maxProblems = 100;

/** Collects the files of a specification and reads them together. */
export class SpecBook {
  readonly #files = new Map<string, ParsedFile>();
  readonly #references = new Map<string, readonly Reference[]>();
  readonly #texts = new Map<string, string>();

  /** Adds a file; the entry file is first. */
  add(path: string, text: string): FileReading {
    try {
      const file = parseFile(path, text);
      const references = findReferences(file.value);
      this.#files.set(path, file);
      this.#references.set(path, references);
      this.#texts.set(path, text);
      const addresses = references.map(({ to }) => to.split("#")[0] ?? "").filter((address) => address !== "");
      return { addresses: [...new Set(addresses)] };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { problem: { code: "syntax", message: formatMessage(path, [], error.position, error.message) } };
    }
  }

  /** Reads the collected files. `targets` maps the addresses in files to file names, by `targetKey`. */
  finish(targets: ReadonlyMap<string, string>, earlier: readonly EarlierFile[]): SpecReading {
    const [entry] = this.#files.values();
    if (entry === undefined) throw new Error("A specification needs an entry file");
    const fatal = fatalFinding(entry.value, entry.path);
    if (fatal !== undefined) return { failed: this.#presentProblems([fatal]) };
    const resolver = new Resolver(this.#files, (from, address) => targets.get(targetKey(from, address)));
    const unresolved = this.#unresolved(resolver);
    const root = { value: entry.value, file: entry.path, steps: [] };
    const others = findProblems(root, resolver, maxProblems);
    const before = readEarlier(earlier);
    const size = [...this.#files.values()].reduce((sum, { json }) => sum + json.length, 0);
    const files = [...this.#files.values()].map(({ path, format, json }): SpecFile => {
      const text = this.#texts.get(path) ?? "";
      return { path, format, text: packText(text), content: json === text ? null : packText(json) };
    });
    return {
      files,
      digest: createHash("sha256")
        .update(JSON.stringify([...this.#texts]))
        .digest("base64url"),
      title: toText(own(own(entry.value, "info"), "title")).slice(0, 300),
      problems: this.#presentProblems([...unresolved, ...others.found].slice(0, maxProblems)),
      problemCount: unresolved.length + others.count,
      changes: before === undefined ? undefined : compareVersions(before, { root, resolver, size }),
    };
  }

  #unresolved(resolver: Resolver): Finding[] {
    return [...this.#references].flatMap(([file, references]) =>
      references
        .filter(({ to }) => resolver.target(to, file) === undefined)
        .map(({ steps, to }) => ({
          code: "reference",
          message: `the reference ${JSON.stringify(to.slice(0, 200))} does not resolve`,
          file,
          steps,
        })),
    );
  }

  /** The problems with their locations, which are looked up once per file. */
  #presentProblems(findings: readonly Finding[]): SpecProblem[] {
    const positions = new Map<Finding, Position | undefined>();
    for (const [path, file] of this.#files) {
      const here = findings.filter((finding) => finding.file === path);
      const found = here.length === 0 ? [] : file.locate(here.map(({ steps }) => steps));
      for (const [index, finding] of here.entries()) positions.set(finding, found[index]);
    }
    const several = this.#files.size > 1;
    return findings.map((finding) => ({
      code: finding.code,
      message: formatMessage(several ? finding.file : "", finding.steps, positions.get(finding), finding.message),
    }));
  }
}

export const targetKey = (from: string, address: string): string => JSON.stringify([from, address]);

/** Files are named after their addresses, so an address in one file can be resolved to the name of another. */
export function readEarlier(files: readonly EarlierFile[]): Description | undefined {
  const texts = files.map(([path, packed]) => [path, unpackText(packed)] as const);
  const all = new Map(texts.map(([path, json]) => [path, { value: JSON.parse(json) as Members }]));
  const [entry] = all;
  if (entry === undefined) return undefined;
  const resolver = new Resolver(all, (from, address) =>
    URL.canParse(address, `http://files/${from}`)
      ? new URL(address, `http://files/${from}`).pathname.slice(1)
      : undefined,
  );
  const size = texts.reduce((sum, [, json]) => sum + json.length, 0);
  return { root: { value: entry[1].value, file: entry[0], steps: [] }, resolver, size };
}

/** The differences between two stored versions. Undefined if one has no files. */
export function compareFiles(older: readonly EarlierFile[], newer: readonly EarlierFile[]): VersionChanges | undefined {
  const [before, after] = [readEarlier(older), readEarlier(newer)];
  return before && after && compareVersions(before, after);
}

function formatMessage(
  file: string,
  steps: readonly string[],
  position: Position | undefined,
  message: string,
): string {
  const pointer = writePointer(steps);
  const way = pointer.length > 300 ? `${pointer.slice(0, 300)}…` : pointer;
  const where = [
    ...(file === "" ? [] : [file]),
    ...(position === undefined ? [] : [`line ${position.line}, column ${position.column}`]),
    ...(steps.length === 0 ? [] : [way]),
  ];
  return where.length === 0 ? message : `${where.join(", ")}: ${message}`;
}
