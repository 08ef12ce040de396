import { z } from "zod";
import { ContentFormat } from "../models/document.ts";
import { OrganizationId, SpaceId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { Answer, PageResult, SearchQuery, SpaceResult } from "../models/search.ts";
import { get, post } from "../operation.ts";

export const search = {
  organization: get("/orgs/{organizationId}/search", {
    id: "searchOrganizationContent",
    summary: "Search the pages of every space in an organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: { query: SearchQuery, ...paging },
    returns: listOf(SpaceResult),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  space: get("/spaces/{spaceId}/search", {
    id: "searchSpaceContent",
    summary: "Search the pages of one space",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId },
    query: { query: SearchQuery, ...paging },
    returns: listOf(PageResult),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  ask: post("/orgs/{organizationId}/ask", {
    id: "askInOrganization",
    summary: "Ask a question that a language model answers from an organization's content",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      format: ContentFormat.optional().describe("Format of the answer's text"),
      details: z.boolean().optional().describe("True adds details about the query"),
    },
    body: {
      query: z.string().min(1).max(2000).describe("The question, as a sentence"),
      previousQueries: z
        .array(z.string().max(2000))
        .max(10)
        .optional()
        .describe("Questions asked before it, oldest first; deprecated"),
    },
    success: 200,
    returns: z.looseObject({ answer: Answer.optional().describe("Absent when there is none") }),
    errors: ["not_found", "bad_gateway", "unavailable", "gateway_timeout"],
    source: "public-api",
  }),
};
