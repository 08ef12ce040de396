import { z } from "zod";
import { OrganizationId } from "../models/id.ts";
import { Language } from "../models/language.ts";
import { listOf, paging } from "../models/paging.ts";
import { GlossaryEdit, GlossaryEntry } from "../models/translation.ts";
import { get, put } from "../operation.ts";

const params = { organizationId: OrganizationId };

export const glossary = {
  list: get("/orgs/{organizationId}/translations-glossary", {
    id: "listGlossaryEntries",
    summary: "List the terms that translations must use",
    effect: "read",
    params,
    query: { ...paging, orderBy: Language.optional().describe("Sort by the term in this language") },
    returns: listOf(GlossaryEntry),
    errors: ["not_found"],
    source: "public-api",
  }),
  update: put("/orgs/{organizationId}/translations-glossary", {
    id: "updateGlossaryEntries",
    summary: "Add, change and remove terms that translations must use",
    description: "Either all changes are applied, or none.",
    effect: "run",
    reach: "runs",
    params,
    body: {
      operations: z
        .array(GlossaryEdit)
        .min(1)
        .describe('Changes, such as {"type":"insert","translations":{"en":"page","de":"Seite"}}; applied in order'),
    },
    success: 204,
    returns: null,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
};
