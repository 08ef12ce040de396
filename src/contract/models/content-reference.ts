import { z } from "zod";

const space = z.string().optional().describe("Id of its space; the referring space when left out");

export const FileReference = z.looseObject({
  kind: z.enum(["file"]).describe("A file of a space"),
  file: z.string().describe("Id of the file"),
  space,
});

export const UrlReference = z.looseObject({
  kind: z.enum(["url"]).describe("A location outside the platform"),
  url: z.string().describe("Where it leads, as written"),
});

export const PageReference = z.looseObject({
  kind: z.enum(["page"]).describe("A page of a space"),
  page: z.string().describe("Id of the page"),
  space,
});

/** What a link, a cover or a template's parameter points at, by id. */
export const ContentReference = z.discriminatedUnion("kind", [
  FileReference,
  UrlReference,
  PageReference,
  z.looseObject({
    kind: z.enum(["anchor"]).describe("A heading or block of a page"),
    anchor: z.string().describe("Anchor, without the `#`"),
    page: z.string().optional().describe("Id of its page; the referring page when left out"),
    space,
  }),
  z.looseObject({
    kind: z.enum(["user"]).describe("A person"),
    user: z.string().describe("Id of the user"),
  }),
  z.looseObject({
    kind: z.enum(["collection"]).describe("A collection of spaces"),
    collection: z.string().describe("Id of the collection"),
  }),
  z.looseObject({
    kind: z.enum(["space"]).describe("A space as a whole"),
    space: z.string().describe("Id of the space"),
  }),
  z.looseObject({
    kind: z.enum(["reusable-content"]).describe("A passage that several pages include"),
    reusableContent: z.string().describe("Id of the reusable content"),
    space,
  }),
  z.looseObject({
    kind: z.enum(["tag"]).describe("A label that pages carry"),
    tag: z.string().describe("Slug of the tag"),
    space,
  }),
  z.looseObject({
    kind: z.enum(["openapi"]).describe("An OpenAPI specification of the organization"),
    spec: z.string().describe("Slug of the specification"),
  }),
]);

export type ContentReference = z.infer<typeof ContentReference>;

/** Pages to fill a space or a change request with. */
export const ContentTemplate = z.object({
  id: z.string().describe("Which template"),
  params: z
    .object({
      contentRefs: z
        .record(z.string(), ContentReference)
        .optional()
        .describe("Values of the template's placeholders, by name"),
    })
    .optional()
    .describe("Values for the template"),
});
