import { z } from "zod";
import { ChangeRequest } from "./change-request.ts";
import { ComputedSource } from "./computed-content.ts";
import { DocumentInput } from "./document.ts";
import { File } from "./file.ts";
import { Id, WebUrl } from "./id.ts";

const pageProperties = {
  title: z.string().min(1).max(300).optional().describe("Title of the page; wins over one in the document"),
  slug: z.string().max(100).optional().describe("Last segment of the page's path"),
  emoji: z.string().max(50).nullable().optional().describe("Emoji before the title; null removes it"),
  icon: z.string().max(50).nullable().optional().describe("Name of an icon before the title; null removes it"),
  description: z.string().max(2000).nullable().optional().describe("Line below the title; null removes it"),
  hidden: z.boolean().optional().describe("True leaves the page out of the table of contents"),
  noIndex: z.boolean().optional().describe("True leaves the page out of the site's own search"),
  noRobotsIndex: z.boolean().optional().describe("True asks search engines to leave the page out"),
  condition: z.string().max(1024).nullable().optional().describe("Expression that says who sees the page; null is all"),
};

const Position = z.int().min(0).max(100_000).optional();

export const InsertPage = z
  .object({
    operation: z.enum(["insert_page"]).describe("Adds a page"),
    document: DocumentInput.optional().describe("The page's body; left out of a page that is computed"),
    computed: ComputedSource.optional().describe(
      "Instead of a body: what the page's text and the pages below it are computed from, as `builtin:openapi`",
    ),
    ...pageProperties,
    into: Id.optional().describe("Parent page; the root when left out"),
    at: Position.describe("Index among its siblings; last when left out"),
    ref: z
      .string()
      .max(100)
      .optional()
      .describe("Name for this request alone: other pages of it may link to `./<ref>.md`"),
  })
  .refine((page) => (page.document === undefined) !== (page.computed === undefined), {
    message: "give exactly one of document and computed",
  });

export const UpdatePage = z.object({
  operation: z.enum(["update_page"]).describe("Rewrites, renames or moves a page"),
  page: Id.describe("Page to change"),
  document: DocumentInput.optional().describe("Replaces the whole body; unchanged when left out"),
  ...pageProperties,
  into: Id.nullable().optional().describe("New parent page; null is the root"),
  at: Position.describe("New index among its siblings"),
});

const DeletePage = z.object({
  operation: z.enum(["delete_page"]).describe("Removes a page"),
  page: Id.describe("Removed with its subpages"),
});

const RevertPage = z.object({
  operation: z.enum(["revert_page"]).describe("Reverts the changes to a page"),
  page: Id.describe("Page to revert; it may have been deleted"),
  revision: Id.optional().describe("Revision to restore from; the change request's base when left out"),
  block: z.array(z.string()).optional().describe("Keys of the blocks to revert; the whole page when left out"),
});

export const NewFile = z
  .object({
    name: z.string().min(1).max(256).describe("File name with its ending"),
    ref: z.string().max(100).optional().describe("Name for this request alone: pages of it may link to `./<ref>`"),
    contentType: z.string().max(200).optional().describe("Media type such as `image/png`; needed with base64"),
    url: WebUrl.optional().describe("Where the service fetches the bytes"),
    base64: z.string().optional().describe("The bytes, at most 1 MB"),
  })
  .refine((file) => (file.url === undefined) !== (file.base64 === undefined), {
    message: "give exactly one of url and base64",
  })
  .refine((file) => file.base64 === undefined || file.contentType !== undefined, {
    message: "contentType is required with base64",
    path: ["contentType"],
  });

export const InsertFiles = z.object({
  operation: z.enum(["insert_files"]).describe("Adds files"),
  files: z.array(NewFile).min(1).max(20).describe("Files to add, each by url or base64"),
});

export const ContentChange = z.discriminatedUnion("operation", [
  InsertPage,
  UpdatePage,
  DeletePage,
  RevertPage,
  InsertFiles,
]);

export type ContentChange = z.infer<typeof ContentChange>;

export type InsertPage = z.infer<typeof InsertPage>;

export type UpdatePage = z.infer<typeof UpdatePage>;

export type InsertFiles = z.infer<typeof InsertFiles>;

const PageLocation = z.looseObject({
  object: z.enum(["page"]).describe("Always `page`"),
  id: z.string().describe("Id of the page"),
  urls: z.looseObject({ location: z.string().describe("The page's address in the API") }).describe("Where to find it"),
});

/** What a batch of changes did to one page, in the order the pages were first touched. */
export const AppliedChange = z.discriminatedUnion("object", [
  z.looseObject({
    object: z.enum(["created_page"]).describe("The page was added"),
    ref: z.string().optional().describe("Name the request gave it"),
    page: PageLocation.describe("The new page"),
  }),
  z.looseObject({
    object: z.enum(["updated_page"]).describe("The page was changed"),
    page: PageLocation.describe("The page as it is now"),
  }),
  z.looseObject({
    object: z.enum(["deleted_page"]).describe("The page was removed"),
    page: z.string().describe("Id the page had"),
  }),
]);

export type AppliedChange = z.infer<typeof AppliedChange>;

export const ContentUpdate = z.looseObject({
  changeRequest: ChangeRequest.describe("The change request with its new revision"),
  changes: z.array(AppliedChange).describe("What was done, page by page"),
  insertedFiles: z.array(File).optional().describe("The files added, in the order given"),
});

export type ContentUpdate = z.infer<typeof ContentUpdate>;
