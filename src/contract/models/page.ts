import { z } from "zod";
import { ContentReference } from "./content-reference.ts";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";

const PageLayout = z.looseObject({
  width: z.enum(["default", "wide"]),
  cover: z.boolean(),
  coverSize: z.enum(["hero", "full", "background"]),
  title: z.boolean(),
  description: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
});

const pageMembers = {
  id: z.string(),
  title: z.string().min(1),
  kind: z.enum(["sheet", "group", "link"]).describe("Older name of `type`"),
  type: z.enum(["document", "group", "link", "computed"]),
  linkTitle: z.string().optional().describe("Title in the table of contents where it differs"),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  urls: z.looseObject({ app: z.string() }).optional(),
  slug: z.string().optional(),
  path: z.string().optional().describe("Slugs from the root, joined by `/`"),
  description: z.string().optional(),
  layout: PageLayout.optional(),
  cover: z.looseObject({ ref: ContentReference.optional(), yPos: z.number().optional() }).optional(),
  variables: z.record(z.string(), z.string()).optional(),
  hidden: z.boolean().optional().describe("Left out of the table of contents"),
  noIndex: z.boolean().optional().describe("Left out of search"),
  noRobotsIndex: z.boolean().optional().describe("Search engines are told to leave it out"),
  git: z.looseObject({ oid: z.string(), path: z.string() }).optional().describe("Source file of the page"),
  tags: z.array(z.looseObject({})).optional(),
  target: ContentReference.optional().describe("Where a link page leads"),
};

const PageMembers = z.looseObject(pageMembers);
export type PageSummary = z.infer<typeof PageMembers> & { pages?: PageSummary[] | undefined };

/** A page in a tree: everything but its body. */
export const PageSummary: z.ZodType<PageSummary> = PageMembers.extend({
  pages: z.lazy(() => z.array(PageSummary)).optional(),
});

/** One page with its body in the format asked for. */
export const Page = z.looseObject({
  ...pageMembers,
  pages: z.array(PageSummary).optional(),
  markdown: z.string().optional(),
  document: RichDocument.optional(),
});
export type Page = z.infer<typeof Page>;

/** Query members of every read of one page. */
export const pageReading = {
  format: z.enum(["document", "markdown"]).default("document").describe("Form of the body in the answer"),
  evaluated: z
    .union([z.boolean(), z.enum(["deterministic-only"])])
    .default(false)
    .describe("Replace expressions by their values"),
  dereferenced: z
    .union([z.boolean(), z.enum(["reusable-contents"])])
    .default(false)
    .describe("Replace references by what they refer to"),
};

/** Query members of every read of content. */
export const contentReading = {
  metadata: z.boolean().default(true).describe("False leaves out Git metadata"),
  computed: z.boolean().default(true).describe("False skips computed content"),
};
