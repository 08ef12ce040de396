import type { Section } from "./pages.ts";
import { most, type Room } from "./room.ts";
import type { SchemaBook } from "./schema-book.ts";
import { schemaSection } from "./schema-section.ts";

/** The schemas that sections link to, with those that they need themselves, as sections of the same page. */
export function pageSchemas(sections: readonly Section[], book: SchemaBook, room: Room): Section[] {
  const found: Section[] = [];
  const open = [...new Set(sections.flatMap(({ text }) => book.linked(text)))];
  const known = new Set(open);
  let size = 0;
  let left = 0;
  for (const schema of open) {
    if (size > most.page || !room.isLeft) {
      left += 1;
      continue;
    }
    const section = schemaSection(schema, book, 3);
    size += section.text.length;
    room.spend(section);
    found.push(section);
    for (const next of book.linked(section.text)) {
      if (!known.has(next)) open.push(next);
      known.add(next);
    }
  }
  if (found.length === 0 && left === 0) return [];
  const note =
    left === 0 ? "" : `${left} more schemas are not shown: the page would become too long. The specification has them.`;
  return [{ title: "Schemas", level: 2, text: note, target: undefined }, ...found];
}
