import { z } from "zod";
import { ChangeRequest } from "./change-request.ts";

export const ChangedPage = z.looseObject({
  id: z.string(),
  type: z.enum(["document", "group", "link", "computed"]),
  title: z.string(),
  path: z.string().optional(),
});

const ChangedFile = z.looseObject({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
});

const Attribute = z.looseObject({ before: z.unknown().optional(), after: z.unknown().optional() });

export const SemanticChange = z.discriminatedUnion("type", [
  z.looseObject({ type: z.enum(["page_created"]), page: ChangedPage }),
  z.looseObject({
    type: z.enum(["page_edited"]),
    page: ChangedPage,
    attributes: z.record(z.string(), Attribute).describe("Changed members with their value before and after"),
  }),
  z.looseObject({ type: z.enum(["page_deleted"]), page: ChangedPage }),
  z.looseObject({
    type: z.enum(["page_moved"]),
    page: ChangedPage,
    parent: z.looseObject({ before: ChangedPage.optional(), after: ChangedPage.optional() }),
  }),
  z.looseObject({ type: z.enum(["file_created"]), file: ChangedFile }),
  z.looseObject({ type: z.enum(["file_edited"]), file: ChangedFile, attributes: z.record(z.string(), Attribute) }),
  z.looseObject({ type: z.enum(["file_deleted"]), file: ChangedFile }),
]);
export type SemanticChange = z.infer<typeof SemanticChange>;

export const SemanticChanges = z.looseObject({
  mergedFrom: ChangeRequest.optional().describe("The change request whose merge made the revision"),
  changes: z.array(SemanticChange),
  more: z.number().optional().describe("Changes left out because of the limit"),
});
export type SemanticChanges = z.infer<typeof SemanticChanges>;
