import { z } from "zod";

const space = z.string().optional().describe("Id of its space; left out, the space that refers to it");

export const FileReference = z.looseObject({
  kind: z.enum(["file"]).describe("A file of a space"),
  file: z.string().describe("Which file, by id"),
  space,
});

export const UrlReference = z.looseObject({
  kind: z.enum(["url"]).describe("A place outside the platform"),
  url: z.string().describe("Where it leads, as written"),
});

export const PageReference = z.looseObject({
  kind: z.enum(["page"]).describe("A page of a space"),
  page: z.string().describe("Which page, by id"),
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
    page: z.string().optional().describe("Id of its page; left out, the page that refers to it"),
    space,
  }),
  z.looseObject({
    kind: z.enum(["user"]).describe("A person"),
    user: z.string().describe("Which user, by id"),
  }),
  z.looseObject({
    kind: z.enum(["collection"]).describe("A collection of spaces"),
    collection: z.string().describe("Which collection, by id"),
  }),
  z.looseObject({
    kind: z.enum(["space"]).describe("A space as a whole"),
    space: z.string().describe("Which space, by id"),
  }),
  z.looseObject({
    kind: z.enum(["reusable-content"]).describe("A passage that several pages take in"),
    reusableContent: z.string().describe("Which reusable content, by id"),
    space,
  }),
  z.looseObject({
    kind: z.enum(["tag"]).describe("A label that pages carry"),
    tag: z.string().describe("Which tag, by slug"),
    space,
  }),
  z.looseObject({
    kind: z.enum(["openapi"]).describe("An OpenAPI specification of the organization"),
    spec: z.string().describe("Which specification, by slug"),
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
        .describe("What the template's placeholders stand for, by their name"),
    })
    .optional()
    .describe("What to fill the template with"),
});
