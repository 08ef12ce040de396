import { z } from "zod";
import { briefs } from "../brief.ts";
import { ChangeRequest } from "./change-request.ts";
import { File } from "./file.ts";
import { OpenAPISpec } from "./openapi-spec.ts";
import { Organization } from "./organization.ts";
import { PageSummary } from "./page.ts";
import { listOf } from "./paging.ts";
import { ReusableContent } from "./reusable-content.ts";
import { Revision } from "./revision.ts";
import { Collection, Space } from "./space.ts";
import { User } from "./user.ts";

export const LinkStatus = z
  .enum(["ok", "broken", "in-app"])
  .describe(
    "`broken` leads to nothing in the revision, `in-app` into the web app, `ok` to existing content, or outside the space, which is not checked",
  );

const organization = Organization.describe("Organization that it belongs to");
const space = Space.describe("Space that it is in");

const versionContext = z
  .discriminatedUnion("type", [
    z.looseObject({
      type: z.enum(["revision"]).describe("A revision of the space"),
      revision: Revision.describe("The revision it was found in, without its pages, files and reusable contents"),
    }),
    z.looseObject({
      type: z.enum(["changeRequest"]).describe("A draft of the space"),
      changeRequest: ChangeRequest.describe("The change request it was found in"),
    }),
  ])
  .optional()
  .describe("Version it was found in");

const internalLocation = z
  .discriminatedUnion("type", [
    z.looseObject({
      type: z.enum(["anchor"]).describe("A heading or named block"),
      anchor: z.string().describe("Anchor, without the `#`"),
    }),
    z.looseObject({
      type: z.enum(["node"]).describe("A block of the document"),
      node: z.string().describe("Key of the block"),
    }),
  ])
  .optional()
  .describe("Location within the page; absent for the page as a whole");

/** One end of a link with its target: full objects where a content reference has ids. */
export const ResolvedReference = z.discriminatedUnion("kind", [
  z
    .looseObject({
      kind: z.enum(["file"]).describe("A file of a space"),
      organization,
      space,
      versionContext,
      file: File.describe("The file"),
    })
    .register(briefs, { named: ["kind", "file"], listed: ["kind", "file"] }),
  z.looseObject({
    kind: z.enum(["url"]).describe("A location outside the platform"),
    url: z.string().describe("Where it leads, as written"),
  }),
  z
    .looseObject({
      kind: z.enum(["page"]).describe("A page of a space, or a location in it"),
      organization,
      space,
      versionContext,
      page: PageSummary.describe("The page alone: without its body, `pages` empty"),
      internalLocation,
    })
    .register(briefs, { named: ["kind", "page", "internalLocation"], listed: ["kind", "page", "internalLocation"] }),
  z.looseObject({
    kind: z.enum(["user"]).describe("A person"),
    user: User.describe("The user"),
  }),
  z
    .looseObject({
      kind: z.enum(["collection"]).describe("A collection of spaces"),
      organization,
      collection: Collection.describe("The collection"),
    })
    .register(briefs, { named: ["kind", "collection"], listed: ["kind", "collection"] }),
  z
    .looseObject({
      kind: z.enum(["space"]).describe("A space as a whole"),
      organization,
      space: Space.describe("The space"),
    })
    .register(briefs, { named: ["kind", "space"], listed: ["kind", "space"] }),
  z
    .looseObject({
      kind: z.enum(["reusable-content"]).describe("A passage that several pages include"),
      organization,
      space,
      versionContext,
      reusableContent: ReusableContent.describe("The passage, without its body"),
    })
    .register(briefs, { named: ["kind", "reusableContent"], listed: ["kind", "reusableContent"] }),
  z
    .looseObject({
      kind: z.enum(["openapi"]).describe("An OpenAPI specification of the organization"),
      organization,
      openAPISpec: OpenAPISpec.describe("The specification"),
    })
    .register(briefs, { named: ["kind", "openAPISpec"], listed: ["kind", "openAPISpec"] }),
]);
export type ResolvedReference = z.infer<typeof ResolvedReference>;

/** A target with every location that links to it. */
export const LinkRecord = z
  .looseObject({
    status: LinkStatus,
    relation: z
      .enum(["reference", "dependsOn"])
      .describe("`dependsOn` includes the target's content, `reference` points"),
    targetReference: ResolvedReference.optional().describe("Where the links lead; absent when unknown"),
    locationReferences: z.array(ResolvedReference).describe("Where the links are"),
  })
  .register(briefs, {
    named: ["status"],
    listed: ["status", "relation", "targetReference", "locationReferences"],
    defaults: { relation: "reference" },
  });
export type LinkRecord = z.infer<typeof LinkRecord>;

const LinkStats = z.looseObject({
  total: z.number().describe("Records of every status: the list's count without `status`"),
  broken: z
    .looseObject({
      total: z.number().describe("Records that lead to nothing: the list's count with the status `broken`"),
      changeRequest: z
        .number()
        .optional()
        .describe("Those of them that the change request broke; absent in a list of main content"),
    })
    .describe("How many lead to nothing"),
  references: z
    .looseObject({
      total: z.number().describe("Links of every status"),
      broken: z.number().describe("Links that lead to nothing"),
    })
    .optional()
    .describe("The same by links in the texts, of which several can lead to one target"),
});

/** A page of links, with counts over all links. */
export const LinkList = listOf(LinkRecord).extend({
  stats: LinkStats.describe("Counts over all statuses and pages of the list"),
});
export type LinkList = z.infer<typeof LinkList>;
