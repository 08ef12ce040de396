import { z } from "zod";
import { WebUrl } from "../models/id.ts";
import { LocatedContent } from "../models/located-content.ts";
import { PublishedContent, SiteVisitor } from "../models/site-publishing.ts";
import { get, post } from "../operation.ts";

const redirectOnError = z
  .boolean()
  .default(false)
  .describe(
    "Return where the site has visitors sign in, if the visitor's token is not valid; always returned without a token",
  );

export const urls = {
  getContent: get("/urls/content", {
    id: "getContentByUrl",
    summary: "Find the collection, space, change request and page that a URL leads to",
    effect: "read",
    params: {},
    query: { url: WebUrl.describe("Address in the web app or of published content") },
    returns: LocatedContent,
    errors: ["not_found"],
    source: "public-api",
  }),
  resolvePublished: post("/urls/published", {
    id: "resolvePublishedContentByUrl",
    summary: "Find the site, section, space and page path that an address of a published site leads to",
    description:
      "For renderers of sites, on each request: returns a location or a redirect. Requires no token. A preview opens with the `token` of its address, in the address or as the call's token.",
    effect: "read",
    forReaders: true,
    anonymous: true,
    params: {},
    body: {
      url: WebUrl.describe("Address of a published site or of a preview"),
      redirectOnError,
      visitor: SiteVisitor.optional().describe("Who reads"),
    },
    success: 200,
    returns: PublishedContent,
    errors: ["forbidden", "not_found"],
    source: "public-api",
  }),
  getPublished: get("/urls/published", {
    id: "getPublishedContentByUrl",
    summary: "Find what an address of a published site leads to",
    description: "Older form of `resolvePublishedContentByUrl`.",
    deprecated: true,
    effect: "read",
    forReaders: true,
    anonymous: true,
    params: {},
    query: {
      url: WebUrl.describe("Address of a published site or of a preview"),
      visitorAuthToken: z.string().optional().describe("Token signed with the site's private key"),
      redirectOnError,
    },
    returns: PublishedContent,
    errors: ["forbidden", "not_found"],
    source: "public-api",
  }),
};
