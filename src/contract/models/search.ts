import { z } from "zod";
import { briefs } from "../brief.ts";
import { RichDocument } from "./document.ts";

const urls = z.looseObject({ app: z.string().describe("Its location in the web app") }).describe("Where to find it");

const score = z.number().optional().describe("How well it matches; comparable only within one response");

const resultType = z.enum(["page", "section"]).optional();

const SectionResult = z.looseObject({
  id: z.string().describe("Anchor of the section, unique within the page"),
  title: z.string().describe("Heading of the section"),
  path: z.string().describe("Page path with the section's anchor"),
  body: z.string().describe("The passage that matched, as it reads on the page, on one line"),
  highlights: z
    .array(
      z.looseObject({
        start: z.int().describe("Where it begins"),
        end: z.int().describe("Where it ends, exclusive"),
      }),
    )
    .optional()
    .describe("What matched in `body`, in UTF-16 units from its beginning"),
  score,
  resultType: resultType.describe("`page` where only the page's title or description matched"),
  urls,
});

export const PageResult = z
  .looseObject({
    id: z.string().describe("Id of the page"),
    title: z.string().describe("Title above the page"),
    description: z.string().optional().describe("Line below the title"),
    path: z.string().describe("Slugs from the root, joined by `/`"),
    score,
    rank: z.number().optional().describe("Position in the whole list, from 1"),
    resultType: resultType.describe("Whether the title and description matched, or a section"),
    sections: z.array(SectionResult).optional().describe("Sections that match, best first"),
    ancestors: z
      .array(z.looseObject({ title: z.string().describe("Title of that page") }))
      .describe("Pages above it, from the root down"),
    urls,
  })
  .register(briefs, {
    named: ["id", "title", "description", "path", "sections.path", "sections.title", "sections.body"],
    listed: ["id", "title", "description", "path", "sections.path", "sections.title", "sections.body"],
  });

export type PageResult = z.infer<typeof PageResult>;

export const SpaceResult = z.looseObject({
  type: z.enum(["space"]).optional().describe("Always `space`"),
  id: z.string().describe("Id of the space"),
  title: z.string().describe("Name of the space"),
  score,
  pages: z.array(PageResult).describe("Pages that match, best first"),
});

export type SpaceResult = z.infer<typeof SpaceResult>;

export const SearchQuery = z.string().min(1).max(512).describe("Words to look for; the last one may be unfinished");

const reason = z.string().optional().describe("What it contributed, in short");

const AnswerSource = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.enum(["page"]).describe("A page of a space"),
    reason,
    page: z.string().describe("Id of the page"),
    revision: z.string().describe("Revision in which it was read"),
    space: z.string().describe("Id of the space"),
    sections: z.array(z.string()).describe("Ids of the sections that were used"),
  }),
  z.looseObject({
    type: z.enum(["record"]).describe("Something outside the spaces that a site is connected to"),
    reason,
    record: z.string().describe("Id of the record"),
    site: z.string().describe("Id of the site"),
    title: z.string().describe("Title of the record"),
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
    .describe("The text; absent when the content does not answer the question"),
  followupQuestions: z.array(z.string()).describe("Questions a reader may ask next"),
  sources: z.array(AnswerSource).describe("Sources of the answer"),
});

export type Answer = z.infer<typeof Answer>;
