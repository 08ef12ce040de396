import { z } from "zod";
import { Id } from "./id.ts";
import { SpaceResult } from "./search.ts";

export const SiteSpaceIds = z.array(Id).min(1);

export const SiteSearchScope = z
  .object({
    mode: z
      .enum(["default", "specific", "all"])
      .describe("`default`: first variant of each section; `specific`: `siteSpaceIds`; `all`: everything"),
    currentSiteSpace: Id.optional().describe("With `default`: where the reader is; decides the language"),
    restrictTo: z
      .enum(["currentSiteSpace", "otherSiteSpaces"])
      .optional()
      .describe("With `default`: only where the reader is, or only elsewhere"),
    siteSpaceIds: SiteSpaceIds.optional().describe("With `specific`, and needed there: where to search"),
  })
  .refine(({ mode, siteSpaceIds }) => mode !== "specific" || siteSpaceIds !== undefined, {
    message: "siteSpaceIds is required where mode is specific",
    path: ["siteSpaceIds"],
  })
  .refine(({ restrictTo, currentSiteSpace }) => restrictTo === undefined || currentSiteSpace !== undefined, {
    message: "restrictTo needs currentSiteSpace",
    path: ["currentSiteSpace"],
  });
export type SiteSearchScope = z.infer<typeof SiteSearchScope>;

const RecordResult = z.looseObject({
  type: z.enum(["record"]).describe("From a connected source, not from the documentation"),
  id: z.string().describe("Id in the connected source"),
  title: z.string().describe("Title in the connected source"),
  score: z.number().describe("Relevance; higher is better, without a bound"),
  description: z.string().optional().describe("What the record is about"),
  url: z.string().describe("Where it is in the connected source"),
});

export const SiteSearchResult = z.union([SpaceResult, RecordResult]);
export type SiteSearchResult = z.infer<typeof SiteSearchResult>;
