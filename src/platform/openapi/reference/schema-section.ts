import { own, textOf } from "../pointer.ts";
import { isShort } from "./example.ts";
import { block, code } from "./foreign-text.ts";
import type { Section } from "./pages.ts";
import type { NamedSchema, SchemaBook } from "./schema-book.ts";
import { schemaBody } from "./schema-table.ts";
import { constraintsOf, typeWords } from "./schema-words.ts";

/** A schema with what it holds, under its name. */
export function schemaSection(schema: NamedSchema, book: SchemaBook, level: Section["level"]): Section {
  const { at } = schema;
  const found = book.resolver.follow(at);
  const description = textOf(own(found?.value, "description"));
  // Of the schema itself, the type in words is not a link to it.
  const bare = { value: found?.value, file: found?.file ?? at.file, steps: found?.steps ?? at.steps };
  const constraints = constraintsOf(bare, book).join(", ");
  const type = typeWords(bare, book);
  const example = own(found?.value, "example");
  const parts = [
    `${type.slice(0, 1).toUpperCase()}${type.slice(1)}${constraints === "" ? "" : `, ${constraints}`}.`,
    block(description),
    schemaBody(bare, book, "both"),
    example !== undefined && typeof example !== "object" && isShort(example)
      ? `Example: ${code(JSON.stringify(example) ?? "")}`
      : "",
  ];
  return { title: schema.name, level, text: parts.filter((one) => one !== "").join("\n\n"), target: schema };
}
