import { own, recordOf, textOf } from "../pointer.ts";
import type { Body, Media } from "./api.ts";
import { block, code } from "./foreign-text.ts";
import { fieldStyle, isForm } from "./form-fields.ts";
import { groupMedia, mediaWords } from "./media-words.ts";
import type { SchemaBook } from "./schema-book.ts";
import type { Direction, Member } from "./schema-members.ts";
import { schemaBody } from "./schema-table.ts";
import { orNull, typeWords } from "./schema-words.ts";
import { styleWords } from "./value-style.ts";

/** What is sent with a request: its media types, and its members written out. */
export function bodyText(body: Body, book: SchemaBook, direction: Direction): string {
  const { same, others } = groupMedia(body.media, book);
  const [first] = same;
  const types = mediaWords(same, book, (schema) => {
    const named = book.named(schema);
    return named === undefined ? typeWords(schema, book) : book.mention(named) + orNull(schema.value);
  });
  const parts = [
    `**Request body**${body.required ? ", required" : ""}${types === "" ? "" : `: ${types}`}`,
    block(body.description),
    ...(first === undefined ? [] : mediaParts(first, body.description, book, direction)),
  ];
  for (const one of others) {
    parts.push(`As ${mediaWords([one], book)}`);
    if (one.schema !== undefined && book.named(one.schema) === undefined) {
      parts.push(...mediaParts(one, "", book, direction));
    }
  }
  return parts.filter((one) => one !== "").join("\n\n");
}

function mediaParts(media: Media, said: string, book: SchemaBook, direction: Direction): string[] {
  const { schema } = media;
  if (schema === undefined) return [];
  const description = textOf(own(book.resolver.follow(schema)?.value, "description"));
  return [
    description.trim() === said.trim() ? "" : block(description),
    schemaBody(schema, book, direction, (member) => besideMember(media, member, book)),
  ];
}

/** How a field of a form is written, and what it is sent as where that is said. */
function besideMember(media: Media, { path, at }: Member, book: SchemaBook): string {
  if (!isForm(media.type) || /[.[]/.test(path)) return "";
  const style = styleWords(fieldStyle(media, path, at, book), path);
  const type = textOf(own(recordOf(media.encoding[path]), "contentType"));
  return [style, type === "" ? "" : `Sent as ${code(type)}.`].filter((one) => one !== "").join(" ");
}
