import { plainId } from "./operation-names.ts";
import type { ToolEntry } from "./registry.ts";

/** What the names that somebody excludes leave out. */
export interface Exclusion {
  /** The operations that are switched off, as `plainId` writes their ids. */
  readonly operations: ReadonlySet<string>;
  hides(entry: ToolEntry): boolean;
  /** Names of nothing. */
  readonly unknown: readonly string[];
}

/**
 * A name is that of a tool or of an operation, which are the same where the tool stands for the operation. With a tool
 * made by hand go the operations that it alone changes things with, in every toolset; with an operation every tool
 * that has nothing else to change, and every operation that can do the same by another way.
 */
export function exclusionOf(entries: readonly ToolEntry[], names: readonly string[]): Exclusion {
  const found = names.map((name) => entryOf(entries, name));
  const excluded = found.filter((entry) => entry !== undefined);
  const operations = new Set(excluded.flatMap((entry) => operationsOf(entry, entries)).map(plainId));
  const named = new Set(excluded.map(({ definition }) => definition.name));
  const standIns = entries.flatMap(({ operation = "", insteadOf = [] }) =>
    insteadOf.some((id) => operations.has(plainId(id))) ? [plainId(operation)] : [],
  );
  const off = new Set([...operations, ...standIns]);
  const isOff = (id: string) => off.has(plainId(id));
  return {
    operations,
    unknown: names.filter((_name, at) => found[at] === undefined),
    hides: ({ definition: { name }, operation, writes = [] }) =>
      named.has(name) ||
      (operation !== undefined && writes.length === 0 ? isOff(operation) : writes.length > 0 && writes.every(isOff)),
  };
}

const entryOf = (entries: readonly ToolEntry[], name: string) =>
  entries.find(({ definition }) => definition.name === name) ??
  entries.find(({ operation }) => operation !== undefined && plainId(operation) === plainId(name));

function operationsOf(entry: ToolEntry, entries: readonly ToolEntry[]): string[] {
  const { operation, writes = [] } = entry;
  const elsewhere = new Set(entries.flatMap((other) => (other === entry ? [] : (other.writes ?? []))));
  return [...(operation === undefined ? [] : [operation]), ...writes.filter((id) => !elsewhere.has(id))];
}
