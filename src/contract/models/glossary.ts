import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id } from "./id.ts";
import { Language } from "./language.ts";
import { Timestamp } from "./paging.ts";

/** Terms that mean the same, by language code. */
const Terms = z.partialRecord(
  Language,
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\n\r]*$/, "a term is one line"),
);

export const GlossaryEntry = z
  .looseObject({
    object: z.enum(["glossary-entry"]).describe("Always `glossary-entry`"),
    id: z.string().describe("Unique within the organization"),
    translations: Terms.describe("The term in each language, by language code such as `en`"),
    createdAt: Timestamp.describe("When it was added"),
    updatedAt: Timestamp.describe("When its terms last changed"),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, { named: ["id"], listed: ["id", "translations"] });
export type GlossaryEntry = z.infer<typeof GlossaryEntry>;

const terms = Terms.describe("The term in each language, by language code such as `en`");

export const GlossaryEdit = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["insert"]).describe("Adds an entry"), translations: terms }),
  z.object({
    type: z.enum(["update"]).describe("Replaces an entry's terms"),
    id: Id.describe("Entry to change"),
    translations: terms,
  }),
  z.object({ type: z.enum(["delete"]).describe("Removes an entry"), id: Id.describe("Entry to remove") }),
]);
export type GlossaryEdit = z.infer<typeof GlossaryEdit>;
