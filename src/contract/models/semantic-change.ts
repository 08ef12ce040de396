import { z } from "zod";
import { ChangeRequest, MergeConflict } from "./change-request.ts";
import { PageType } from "./page.ts";

/** Query members of every list of changes. */
export const changesShown = {
  limit: z
    .int()
    .min(0)
    .max(1000)
    .default(10)
    .describe("Maximum number of changes in the response; `more` counts the others"),
};

export const ChangedPage = z.looseObject({
  id: z.string().describe("Id of the page"),
  type: PageType.describe("Kind of page"),
  title: z.string().describe("Title after the change; before it where deleted"),
  path: z.string().optional().describe("Slugs from the root, joined by `/`"),
});

const ChangedFile = z.looseObject({
  id: z.string().describe("Id of the file"),
  name: z.string().describe("File name with its ending"),
  contentType: z.string().describe("Media type, such as `image/png`"),
  downloadURL: z.string().describe("Temporary URL of the bytes"),
});

const ChangedReusableContent = z.looseObject({
  id: z.string().describe("Id of the reusable content"),
  title: z.string().describe("Name that editors see"),
  document: z.string().optional().describe("Names the document that holds its body"),
});

const ChangedTag = z.looseObject({
  slug: z.string().describe("What pages name it by"),
  label: z.string().describe("What readers see"),
});

const Attribute = z.looseObject({
  before: z.unknown().optional().describe("Absent where it was not set"),
  after: z.unknown().optional().describe("Absent where it is no longer set"),
});
const attributes = z.record(z.string(), Attribute).describe("Changed members with their value before and after");

const page = ChangedPage.describe("The page");
const file = ChangedFile.describe("The file");
const reusableContent = ChangedReusableContent.describe("The passage");
const tag = ChangedTag.describe("The tag");

export const SemanticChange = z.discriminatedUnion("type", [
  z.looseObject({ type: z.enum(["page_created"]).describe("A page was added"), page }),
  z.looseObject({ type: z.enum(["page_edited"]).describe("A page was changed in place"), page, attributes }),
  z.looseObject({ type: z.enum(["page_deleted"]).describe("A page was removed"), page }),
  z.looseObject({
    type: z.enum(["page_moved"]).describe("A page has another parent or position"),
    page,
    parent: z
      .looseObject({
        before: ChangedPage.optional().describe("Absent where it was at the root"),
        after: ChangedPage.optional().describe("Absent where it is at the root"),
      })
      .describe("The page above it"),
  }),
  z.looseObject({ type: z.enum(["file_created"]).describe("A file was added"), file }),
  z.looseObject({ type: z.enum(["file_edited"]).describe("A file was replaced or renamed"), file, attributes }),
  z.looseObject({ type: z.enum(["file_deleted"]).describe("A file was removed"), file }),
  z.looseObject({
    type: z.enum(["variables_edited"]).describe("Variables of the space were set, changed or removed"),
    variables: z.record(z.string(), Attribute).describe("Changed variables with their value before and after"),
  }),
  z.looseObject({
    type: z.enum(["reusable_content_created"]).describe("A reusable passage was added"),
    reusableContent,
  }),
  z.looseObject({
    type: z.enum(["reusable_content_edited"]).describe("A reusable passage was changed"),
    reusableContent,
    attributes,
  }),
  z.looseObject({
    type: z.enum(["reusable_content_deleted"]).describe("A reusable passage was removed"),
    reusableContent,
  }),
  z.looseObject({ type: z.enum(["tag_created"]).describe("A tag was added"), tag }),
  z.looseObject({ type: z.enum(["tag_edited"]).describe("A tag was changed"), tag, attributes }),
  z.looseObject({ type: z.enum(["tag_deleted"]).describe("A tag was removed"), tag }),
]);
export type SemanticChange = z.infer<typeof SemanticChange>;

/** A job that writes into a change request. */
export const UnfinishedWork = z.looseObject({
  kind: z
    .enum(["computed-pages", "translation"])
    .describe("Computes pages from a specification, or translates a space"),
  state: z
    .enum(["waiting", "running", "failed"])
    .describe("`waiting` to start or, for a translation, for the translator"),
  page: z.string().optional().describe("Of computed pages: id of the page that requests them"),
  language: z.string().optional().describe("Of a translation: the language it is into"),
  reason: z.string().optional().describe("Why it failed, and what to do"),
});
export type UnfinishedWork = z.infer<typeof UnfinishedWork>;

export const UnmetRule = z.looseObject({
  rule: z.string().describe("Which merge rule; `role` and `unlocked` for what every merge requires"),
  message: z.string().describe("What is missing and who can do it"),
});

export type UnmetRule = z.infer<typeof UnmetRule>;

export const MergePreview = z.looseObject({
  conflicts: z.array(MergeConflict).describe("Passages that would have to be resolved, up to 100"),
  moreConflicts: z.number().optional().describe("Conflicts beyond those"),
  unmet: z.array(UnmetRule).describe("What blocks a merge"),
  regardless: z.string().optional().describe("Who may merge without meeting the merge rules"),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const SemanticChanges = z.looseObject({
  mergedFrom: ChangeRequest.optional().describe("The change request whose merge made the revision"),
  changes: z.array(SemanticChange).describe("What was done, one entry for each thing touched"),
  more: z.number().optional().describe("Changes left out because of the limit"),
  conflicts: z
    .array(MergeConflict)
    .optional()
    .describe("Of a change request: passages to resolve after an update, until their pages are edited"),
  unfinished: z
    .array(UnfinishedWork)
    .optional()
    .describe("Of a change request: unfinished work that will write its result into it, up to 100"),
  merge: MergePreview.optional().describe(
    "Of a change request that is open or a draft: what would happen if the caller merged it now",
  ),
});
export type SemanticChanges = z.infer<typeof SemanticChanges>;
