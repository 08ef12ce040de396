import { z } from "zod";
import { ChangeRequest } from "./change-request.ts";
import { DocumentInput } from "./document.ts";
import { File } from "./file.ts";
import { Id } from "./id.ts";

const pageProperties = {
  title: z.string().min(1).max(300).optional(),
  slug: z.string().max(100).optional().describe("Last segment of the page's path"),
  emoji: z.string().max(50).nullable().optional(),
  icon: z.string().max(50).nullable().optional(),
  description: z.string().max(2000).nullable().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: z.string().max(1024).nullable().optional(),
};
const Position = z.int().min(0).max(100_000).optional().describe("Index among its siblings; last when left out");

export const InsertPage = z.object({
  operation: z.enum(["insert_page"]),
  document: DocumentInput,
  ...pageProperties,
  into: Id.optional().describe("Parent page; the root when left out"),
  at: Position,
  ref: z
    .string()
    .max(100)
    .optional()
    .describe("Name for this request alone: other pages of it may link to `./<ref>.md`"),
});

export const UpdatePage = z.object({
  operation: z.enum(["update_page"]),
  page: Id,
  document: DocumentInput.optional().describe("Replaces the whole body; left out, the body stays"),
  ...pageProperties,
  into: Id.nullable().optional().describe("New parent page; null is the root"),
  at: Position,
});

const DeletePage = z.object({
  operation: z.enum(["delete_page"]),
  page: Id.describe("Removed with its subpages"),
});

const RevertPage = z.object({
  operation: z.enum(["revert_page"]),
  page: Id,
  revision: Id.optional().describe("Take the page as it was there; the change request's base when left out"),
  block: z.array(z.string()).optional().describe("Keys of the blocks to revert; the whole page when left out"),
});

export const NewFile = z
  .object({
    name: z.string().min(1).max(256),
    ref: z.string().max(100).optional().describe("Name for this request alone: pages of it may link to `./<ref>`"),
    contentType: z.string().max(200).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .describe("Where the service fetches the bytes"),
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
  operation: z.enum(["insert_files"]),
  files: z.array(NewFile).min(1).max(20),
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
  object: z.enum(["page"]),
  id: z.string(),
  urls: z.looseObject({ location: z.string() }),
});

/** What a batch of changes did to one page, in the order the pages were first touched. */
export const AppliedChange = z.discriminatedUnion("object", [
  z.looseObject({ object: z.enum(["created_page"]), ref: z.string().optional(), page: PageLocation }),
  z.looseObject({ object: z.enum(["updated_page"]), page: PageLocation }),
  z.looseObject({ object: z.enum(["deleted_page"]), page: z.string() }),
]);
export type AppliedChange = z.infer<typeof AppliedChange>;

export const ContentUpdate = z.looseObject({
  changeRequest: ChangeRequest,
  changes: z.array(AppliedChange),
  insertedFiles: z.array(File).optional(),
});
export type ContentUpdate = z.infer<typeof ContentUpdate>;
