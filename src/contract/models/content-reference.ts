import { z } from "zod";

export const ContentReference = z.looseObject({
  kind: z.enum(["file", "url", "page", "anchor", "user", "collection", "space", "reusable-content", "openapi", "tag"]),
});
export type ContentReference = z.infer<typeof ContentReference>;
