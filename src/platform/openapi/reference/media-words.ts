import type { Located } from "../resolve.ts";
import type { Media } from "./api.ts";
import { code } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { typeWords } from "./schema-words.ts";

/** Media types that are told of one body. */
const most = 12;

/** Media types of a body: those with the schema of the first, and the others. */
export function groupMedia(media: readonly Media[], book: SchemaBook): { same: Media[]; others: Media[] } {
  const shown = media.slice(0, most);
  const same = shown.filter(({ schema }) => sameSchema(schema, shown[0]?.schema, book));
  return { same, others: shown.filter((one) => !same.includes(one)) };
}

/** Types in words, with that of what they hold; empty for none. */
export function mediaWords(
  media: readonly Media[],
  book: SchemaBook,
  words: (schema: Located) => string = (schema) => typeWords(schema, book),
): string {
  const [first] = media;
  if (first === undefined) return "";
  const types = media.map(({ type }) => code(type)).join(" or ");
  return `${types}${first.schema === undefined ? "" : `, ${words(first.schema)}`}`;
}

const sameSchema = (one: Located | undefined, other: Located | undefined, book: SchemaBook) =>
  one?.value === other?.value ||
  (one !== undefined &&
    other !== undefined &&
    book.named(one) !== undefined &&
    book.named(one) === book.named(other)) ||
  JSON.stringify(one?.value) === JSON.stringify(other?.value);
