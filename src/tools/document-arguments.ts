import { z } from "zod";
import { RichDocument } from "../contract/models/document.ts";
import type { Fields } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import { documentOf } from "./editing/document.ts";
import { isDocument, unwrapped } from "./present/answer-model.ts";

/** The fields with those that take a tree of blocks taking Markdown too: nobody writes such a tree by hand. */
export function orMarkdown(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, takesDocument(field) ? withText(field) : field]),
  );
}

/** The arguments with the tree of blocks for each Markdown that was given in place of one. */
export async function markdownRead(fields: Fields, given: Arguments): Promise<Arguments> {
  const read = Object.entries(given).map(async ([name, value]) => {
    const isText = typeof value === "string" && fields[name] !== undefined && takesDocument(fields[name]);
    return [name, isText ? (treeIn(value) ?? (await documentOf(value))) : value];
  });
  return Object.fromEntries(await Promise.all(read));
}

const takesDocument = (field: z.ZodType): boolean => isDocument(unwrapped(field));

function withText(field: z.ZodType): z.ZodType {
  const either = z.union([z.string(), RichDocument]).describe(`${field.description}; Markdown`);
  return field instanceof z.ZodOptional ? either.optional() : either;
}

/** A tree of blocks that was written as a string of JSON. */
function treeIn(text: string): unknown {
  if (!/^\s*\{\s*"/.test(text)) return undefined;
  try {
    return RichDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
