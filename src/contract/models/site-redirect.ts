import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id, PageId, SiteSectionId, SiteSpaceId, SpaceId, WebUrl } from "./id.ts";
import { Timestamp } from "./paging.ts";

/** A path from the site's root. A trailing `*` or `/*` matches everything below. */
export const RedirectSource = z
  .string()
  .max(512)
  .regex(
    /^\/(?!\*)(?!.*\*.+)(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/\*|\*)?$/,
    "a source is a path such as /old/page, with * only at its end",
  );

const toSection = { kind: z.enum(["site-section"]).describe("To a section of the site") };

const toSiteSpace = { kind: z.enum(["site-space"]).describe("To a space in the site") };

const toPage = { kind: z.enum(["site-page"]).describe("To a page, wherever it moves") };

const toUrl = { kind: z.enum(["external"]).describe("To another site") };

const destinationSchemas = [
  z.object({ ...toSection, siteSectionId: SiteSectionId }),
  z.object({ ...toSiteSpace, siteSpaceId: SiteSpaceId }),
  z.object({ ...toPage, siteSpaceId: SiteSpaceId, pageId: PageId }),
  z.object({ ...toUrl, url: WebUrl.describe("Address to send readers to") }),
] as const;

export const RedirectPlace = z.discriminatedUnion("kind", destinationSchemas);

export type RedirectPlace = z.infer<typeof RedirectPlace>;

/** A new redirect may name a page by its path, which is looked up once. */
export const RedirectTarget = z.discriminatedUnion("kind", [
  ...destinationSchemas,
  z.object({
    kind: z.enum(["path"]).describe("To the page that has a path now"),
    spaceId: SpaceId,
    path: z.string().min(1).describe("The page's slugs from the root of the space, joined by `/`"),
  }),
]);

export type RedirectTarget = z.infer<typeof RedirectTarget>;

const RedirectDestination = z.discriminatedUnion("kind", [
  z.looseObject({ ...toSection, siteSectionId: z.string().describe("The section") }),
  z.looseObject({ ...toSiteSpace, siteSpaceId: z.string().describe("The space's place in the site") }),
  z.looseObject({
    ...toPage,
    siteSpaceId: z.string().describe("The space's place in the site"),
    pageId: z.string().describe("The page in that space"),
  }),
  z.looseObject({ ...toUrl, url: z.string().describe("Where readers are sent") }),
]);

export const SiteRedirect = z
  .looseObject({
    object: z.enum(["site-redirect"]).describe("Always `site-redirect`"),
    id: z.string().describe("Stays the same when the redirect changes"),
    source: z.string().describe("Path of the site that no longer has a page"),
    draft: z.boolean().optional().describe("Only previews follow it"),
    captureWildcard: z.boolean().optional().describe("What the `*` matched is added to the destination"),
    permanent: z.boolean().optional().describe("Browsers may remember it: 308 instead of 307"),
    destination: RedirectDestination.describe("Where readers are sent"),
    createdAt: Timestamp.optional().describe("When it was created"),
    updatedAt: Timestamp.optional().describe("Last change; absent when never changed"),
    urls: z
      .looseObject({ location: z.string().optional().describe("Its address in the API") })
      .optional()
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "source"],
    listed: ["id", "source", "destination", "draft", "captureWildcard", "permanent"],
    defaults: { draft: false, captureWildcard: false },
  });

export type SiteRedirect = z.infer<typeof SiteRedirect>;

/** One of many redirects to write at once. */
export const RedirectChange = z
  .object({
    source: RedirectSource.describe("Path to redirect; with `intent` it names the redirect"),
    intent: z
      .enum(["live", "draft", "publish"])
      .default("live")
      .describe("Write the live one, write the draft, or make the draft live"),
    captureWildcard: z.boolean().default(false).describe("Add what the `*` matched to the destination"),
    permanent: z.boolean().optional().describe("Let browsers remember it; kept when left out"),
    destination: RedirectTarget.nullable().optional().describe("Null deletes it; left out only with `publish`"),
  })
  .refine(({ intent, destination }) => intent === "publish" || destination !== undefined, {
    message: "destination is required unless intent is publish",
    path: ["destination"],
  });

export type RedirectChange = z.infer<typeof RedirectChange>;

export const RedirectOutcome = z.looseObject({
  status: z.enum(["created", "updated", "deleted", "published", "error"]).describe("What was done with this one"),
  source: z.string().describe("Which redirect it is about"),
  draft: z.boolean().describe("Whether it is about the draft"),
  id: Id.optional().describe("The redirect; absent when deleted or failed"),
  error: z.string().optional().describe("Why it failed, with `error`"),
});

export type RedirectOutcome = z.infer<typeof RedirectOutcome>;
