import { z } from "zod";
import { RichDocument } from "../models/document.ts";
import { Id, OrganizationId, TranslationId } from "../models/id.ts";
import { Language } from "../models/language.ts";
import { listOf, paging } from "../models/paging.ts";
import { Translation } from "../models/translation.ts";
import { del, get, post, put } from "../operation.ts";

const inOrganization = { organizationId: OrganizationId };
const one = { ...inOrganization, translationId: TranslationId };

export const translations = {
  list: get("/orgs/{organizationId}/translations", {
    id: "listTranslations",
    summary: "List an organization's translations of spaces",
    effect: "read",
    params: inOrganization,
    query: paging,
    returns: listOf(Translation),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  create: post("/orgs/{organizationId}/translations", {
    id: "createTranslation",
    summary: "Set up the translation of a space into another language",
    description: "The translation is stored in a separate space, which each run brings up to date.",
    effect: "create",
    reach: "administers",
    params: inOrganization,
    body: {
      source: z
        .object({
          space: Id.describe("Id of the space to translate"),
          language: Language.describe("Language it is written in"),
        })
        .describe("What to translate"),
      language: Language.describe("Language to translate into"),
      instructions: RichDocument.optional().describe("Wording and style to follow"),
    },
    returns: Translation,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/translations/{translationId}", {
    id: "getTranslation",
    summary: "Read one translation's settings, status and statistics",
    description: "With `segments`, also the segments that a run waits for, for the caller to translate.",
    effect: "read",
    params: one,
    query: {
      segments: z.int().min(0).max(100).optional().describe("How many of the segments that a run waits for to return"),
      page: z.string().optional().describe("Cursor: `work.next.page` of an earlier answer"),
    },
    returns: Translation,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  update: put("/orgs/{organizationId}/translations/{translationId}", {
    id: "updateTranslation",
    summary: "Replace the instructions a translation follows",
    effect: "update",
    reach: "administers",
    params: one,
    body: { instructions: RichDocument.describe("The new instructions as a whole") },
    returns: Translation,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  remove: del("/orgs/{organizationId}/translations/{translationId}", {
    id: "deleteTranslation",
    summary: "Delete the set-up of a translation",
    effect: "delete",
    reach: "deletes",
    removal: { stays: "The space that holds the translation stays, and is no longer brought up to date." },
    params: one,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  run: post("/orgs/{organizationId}/translations/{translationId}/run", {
    id: "runTranslation",
    summary: "Start a run of a translation, which brings it up to date with its space",
    description:
      "It runs in the background: read the translation until its status is `completed`. With `translations`, a waiting run uses them and continues.",
    effect: "run",
    reach: "changes_content",
    insteadOf: ["mergeChangeRequest"],
    params: one,
    body: {
      translations: z
        .array(
          z.object({
            segment: Id.describe("Id of the segment"),
            text: z.string().max(20_000).describe("Its translation, with its placeholders"),
          }),
        )
        .min(1)
        .max(200)
        .optional()
        .describe("Translations of segments that a run waits for; all are accepted, or none"),
    },
    optionalBody: true,
    success: 204,
    returns: null,
    errors: ["bad_request", "not_found", "forbidden", "conflict"],
    source: "platform-api-2",
    follow: { by: "getTranslation", state: ["status"], while: ["running"] },
  }),
};
