import { z } from "zod";
import { ContentReference } from "./content-reference.ts";

/** Content to fill a new space or a draft with. */
export const SpaceTemplate = z.object({
  id: z.string().describe("Name of the template"),
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
