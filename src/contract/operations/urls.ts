import { WebUrl } from "../models/id.ts";
import { LocatedContent } from "../models/located-content.ts";
import { get } from "../operation.ts";

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
};
