import { z } from "zod";
import { briefs } from "../brief.ts";
import { RichDocument } from "./document.ts";
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

const TranslationWork = z.looseObject({
  segments: z.int().describe("Segments without a translation"),
  problem: z.string().optional().describe("Why the last attempt ended without a result"),
  items: z
    .array(
      z.looseObject({
        id: z.string().describe("Id to pass to `runTranslation` with the translation"),
        text: z
          .string()
          .describe(
            "What to translate; `⟦1⟧` and the like stand for markup, code and addresses; keep each exactly once",
          ),
        kind: z
          .string()
          .optional()
          .describe("What it is, such as `heading`, `alt text` or `button`; absent for running text"),
        page: z.looseObject({ id: z.string(), title: z.string() }).describe("First page it occurs on"),
        terms: z.record(z.string(), z.string()).describe("Terms to use, by the term in the text"),
        problem: z.string().optional().describe("Why an earlier translation of it was refused"),
      }),
    )
    .optional()
    .describe("As many as `segments` asks for, in the order of the pages"),
  next: z
    .looseObject({ page: z.string().describe("Cursor") })
    .optional()
    .describe("Absent on the last part"),
});

export const Translation = z
  .looseObject({
    object: z.enum(["translation"]).describe("Always `translation`"),
    id: z.string().describe("Unique within the organization"),
    status: z.enum(["pending", "running", "completed"]).describe("Of the newest run; `pending` before the first"),
    source: z
      .looseObject({
        space: z.string().describe("Id of the space that is translated"),
        language: Language.describe("Language it is written in"),
      })
      .describe("What is translated"),
    language: Language.describe("Language it is translated into"),
    instructions: RichDocument.describe("Wording and style that the translation follows"),
    result: z
      .looseObject({
        space: z.string().describe("Id of the space that holds the translation"),
        revision: z.string().describe("Revision of that space the newest run made"),
        language: Language.optional().describe("Language of that space"),
        changeRequest: z.string().optional().describe("Id of the change request in that space that has it"),
      })
      .optional()
      .describe("Absent until a run is completed"),
    work: TranslationWork.optional().describe("What the current run waits for; absent when no run is unfinished"),
    createdAt: Timestamp.describe("When the translation was set up"),
    updatedAt: Timestamp.describe("When it was last run or changed"),
    stats: z
      .looseObject({
        runs: z.int().describe("Runs so far"),
        totalWords: z.int().describe("Words translated in all runs"),
        totalPages: z.int().describe("Different pages translated in all runs"),
        totalDuration: z.int().describe("Seconds all runs took"),
        latestRunDuration: z.int().describe("Seconds the newest run took"),
        latestPages: z.int().describe("Different pages translated in the newest run"),
        latestWords: z.int().describe("Words translated in the newest run"),
      })
      .describe("What the runs did and took"),
    permissions: z
      .looseObject({
        view: z.boolean().describe("The caller may read it"),
        edit: z.boolean().describe("The caller may change, run or delete it"),
      })
      .describe("What the caller may do with it"),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "language"],
    listed: ["id", "status", "source", "language", "result", "work", "stats", "updatedAt"],
  });
export type Translation = z.infer<typeof Translation>;
