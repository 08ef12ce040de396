import { z } from "zod";
import { RichDocument } from "./document.ts";

const reason = z.string().optional().describe("What it contributed, in short");

const AnswerSource = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.enum(["page"]).describe("A page of a space"),
    reason,
    page: z.string().describe("Which page, by id"),
    revision: z.string().describe("Revision in which it was read"),
    space: z.string().describe("Which space, by id"),
    sections: z.array(z.string()).describe("Ids of the sections that were used"),
  }),
  z.looseObject({
    type: z.enum(["record"]).describe("Something outside the spaces that a site is connected to"),
    reason,
    record: z.string().describe("Which record, by id"),
    site: z.string().describe("Which site, by id"),
    title: z.string().describe("What the record is called"),
    url: z.string().describe("Where to read it"),
  }),
]);

/** An answer that a language model wrote from the content. */
export const Answer = z.looseObject({
  answer: z
    .looseObject({
      markdown: z.string().optional().describe("Present when the format is `markdown`"),
      document: RichDocument.optional().describe("Present when the format is `document`"),
    })
    .optional()
    .describe("The text; absent when the content answers nothing"),
  followupQuestions: z.array(z.string()).describe("Questions a reader may ask next"),
  sources: z.array(AnswerSource).describe("What the answer was written from"),
});
export type Answer = z.infer<typeof Answer>;
