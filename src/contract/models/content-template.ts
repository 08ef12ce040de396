import { z } from "zod";
import { ContentReference } from "./content-reference.ts";

/** Pages to fill a space or a change request with. */
export const ContentTemplate = z.object({
  id: z.string().describe("Which template"),
  params: z
    .object({
      contentRefs: z
        .record(z.string(), ContentReference)
        .optional()
        .describe("What the template's placeholders stand for, by their name"),
    })
    .optional()
    .describe("What to fill the template with"),
});
