import { isRecord, own, recordOf, textOf } from "../pointer.ts";
import type { Located } from "../resolve.ts";
import { escaped, plain } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { isAlternative, type ObjectParts, partsOf } from "./schema-parts.ts";
import { schemaIn } from "./unwrapped.ts";

/** Members of one table and of all tables of one schema, how deep schemas without a name are written out, and through how many levels of lists. */
const most: Readonly<Record<"members" | "all" | "depth" | "levels", number>> = {
  members: 300,
  all: 600,
  depth: 6,
  levels: 4,
};

/** Who writes a value: what only the other side does is left out. */
export type Direction = "sent" | "answered" | "both";

/** A member of an object, or of what stands in it without a name of its own. */
export interface Member {
  readonly name: string;
  /** From the object whose members these are. */
  readonly path: string;
  readonly at: Located;
  /** "parent": where the object that holds it is given. */
  readonly required: "yes" | "no" | "parent";
  /** The one of several alternatives that has it; empty for a member of all. */
  readonly of: string;
}

/** Some members, of which not all may be there. */
export interface Members {
  readonly shown: readonly Member[];
  readonly left: number;
}

/** How many members the tables of one schema may still have. */
export interface MemberRoom {
  left: number;
}

export const memberRoom = (): MemberRoom => ({ left: most.all });

/** The members that `properties` has, each followed by those below it. */
export function membersOf(
  properties: ObjectParts["properties"],
  book: SchemaBook,
  direction: Direction,
  room = memberRoom(),
): Members {
  const shown: Member[] = [];
  let left = 0;
  const open = new Set<unknown>();
  collect(properties, "", 0, true, "");
  return { shown, left };

  function collect(all: ObjectParts["properties"], above: string, depth: number, isNeeded: boolean, of: string): void {
    for (const { name, at, required } of all.values()) {
      const value = { ...recordOf(book.resolver.follow(at)?.value), ...recordOf(at.value) };
      if ((direction === "sent" && value.readOnly === true) || (direction === "answered" && value.writeOnly === true))
        continue;
      if (shown.length >= most.members || room.left <= 0) {
        left += 1;
        continue;
      }
      const path = above + name;
      room.left -= 1;
      shown.push({ name, path, at, required: !required ? "no" : isNeeded && of === "" ? "yes" : "parent", of });
      const inner = book.resolver.follow(at)?.value;
      if (depth >= most.depth || open.has(inner)) continue;
      open.add(inner);
      for (const group of groupsBelow(at, book)) {
        collect(group.properties, `${path}${group.step}.`, depth + 1, required && isNeeded, group.of || of);
      }
      open.delete(inner);
    }
  }
}

/** The members of an object without a name, or of one of several that a value may be. */
export interface Group {
  readonly properties: ObjectParts["properties"];
  /** What stands between the value's own path and those of the members: nothing, `[]` or `.*`. */
  readonly step: string;
  readonly of: string;
}

/** Objects without a name of their own that a value is, holds as a list or map, or may be among others. */
export function groupsBelow(at: Located, book: SchemaBook, levels = most.levels, seen = new Set<unknown>()): Group[] {
  const found = book.resolver.follow(at);
  if (levels === 0 || book.named(at) !== undefined || found === undefined || seen.has(found.value)) return [];
  seen.add(found.value);
  const { properties, alternatives } = partsOf(found, book);
  const groups: Group[] = properties.size > 0 ? [{ properties, step: "", of: "" }] : [];
  const shown = alternatives.filter(isAlternative);
  for (const [index, one] of shown.entries()) {
    const of = shown.length === 1 ? "" : alternativeName(one, index, book);
    for (const group of groupsBelow(one, book, levels - 1, seen)) groups.push({ ...group, of: group.of || of });
  }
  if (groups.length > 0) return groups;
  for (const [member, step] of [
    ["items", "[]"],
    ["additionalProperties", ".*"],
  ] as const) {
    if (!isRecord(own(found.value, member))) continue;
    const below = groupsBelow(schemaIn(found, member), book, levels - 1, seen);
    if (below.length > 0) return below.map((group) => ({ ...group, step: step + group.step }));
  }
  return [];
}

/** An alternative by its title, else by its number. */
export function alternativeName(at: Located, index: number, book: SchemaBook): string {
  const title = plain(textOf(own(book.resolver.follow(at)?.value, "title")), 60);
  return title === "" ? `alternative ${index + 1}` : escaped(title);
}
