import { ReusableContentId, SpaceId } from "../models/id.ts";
import { contentReading } from "../models/page.ts";
import { ReusableContent } from "../models/reusable-content.ts";
import { get } from "../operation.ts";

export const reusableContents = {
  get: get("/spaces/{spaceId}/content/reusable-contents/{reusableContentId}", {
    id: "getReusableContentById",
    summary: "Read one passage that several pages include, without its body",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId, reusableContentId: ReusableContentId },
    query: contentReading,
    returns: ReusableContent,
    errors: ["not_found"],
    source: "public-api",
  }),
};
