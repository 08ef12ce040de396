import { z } from "zod";
import { ChangeRequest } from "./change-request.ts";
import { Page } from "./page.ts";
import { Collection, Space } from "./space.ts";

/** What an address of the web app or of published content leads to. */
export const LocatedContent = z.union([
  z.looseObject({ collection: Collection.describe("The collection the address leads to") }),
  z.looseObject({
    space: Space.describe("The space the address leads to"),
    changeRequest: ChangeRequest.optional().describe("The change request, where the address names one"),
    page: Page.optional().describe("The page, where the address names one"),
  }),
]);
export type LocatedContent = z.infer<typeof LocatedContent>;
