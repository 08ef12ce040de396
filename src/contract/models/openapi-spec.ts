import { z } from "zod";
import { briefs } from "../brief.ts";
import { WebUrl } from "./id.ts";
import { Timestamp } from "./paging.ts";

export const OpenAPISlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/, "a slug has only letters and digits, and single dashes between them")
  .describe("Name of the specification, unique in the organization");

export const OpenAPIVisibility = z
  .enum(["private", "public"])
  .describe("`public` opens the specification to anyone with its link");

/** Source of a specification: fetched from a URL or given as text; exactly one of the two. */
export const OpenAPISource = z
  .object({
    url: WebUrl.optional().describe("Where the service fetches it"),
    text: z.string().min(1).optional().describe("The specification itself in JSON or YAML, instead of url"),
  })
  .refine((source) => (source.url === undefined) !== (source.text === undefined), {
    message: "give exactly one of url and text",
  });

export type OpenAPISource = z.infer<typeof OpenAPISource>;

const ProcessingError = z.looseObject({
  message: z.string().describe("Description of the problem"),
  code: z.string().optional().describe("Kind of error, as the parser names it"),
});

export const OpenAPISpec = z
  .looseObject({
    object: z.enum(["openapi-spec"]).describe("Always `openapi-spec`"),
    id: z.string().describe("Unique within the organization"),
    createdAt: Timestamp.describe("When it was added"),
    updatedAt: Timestamp.describe("When its source, visibility or version last changed"),
    slug: OpenAPISlug,
    sourceURL: z.string().optional().describe("Where it is fetched from; absent when submitted as text"),
    processingState: z.enum(["pending", "progress", "complete"]).describe("`complete` also after a failure"),
    visibility: OpenAPIVisibility.optional(),
    lastVersion: z.string().optional().describe("Id of the newest version; absent before the first"),
    lastProcessedAt: Timestamp.optional().describe("When its source was last fully processed"),
    lastProcessErrorCode: z
      .enum(["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"])
      .optional()
      .describe("Why the last processing failed; absent when it worked"),
    lastProcessedErrors: z.array(ProcessingError).optional().describe("What the last processing found wrong"),
    lastProcessedErrorCount: z.int().optional().describe("How many were found, including those not listed"),
    permissions: z
      .looseObject({
        view: z.boolean().describe("The caller may read it"),
        edit: z.boolean().describe("The caller may change or delete it"),
      })
      .describe("What the caller may do with it"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().describe("Its page in the web app"),
        published: z.string().optional().describe("Its public link; absent while private"),
      })
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "slug"],
    listed: [
      "id",
      "slug",
      "sourceURL",
      "processingState",
      "visibility",
      "lastProcessedAt",
      "lastProcessErrorCode",
      "lastProcessedErrorCount",
    ],
  });

export type OpenAPISpec = z.infer<typeof OpenAPISpec>;

const OperationChange = z.looseObject({
  method: z.string().describe("Method in lower case"),
  path: z.string().describe("Path as the specification has it"),
  change: z.enum(["added", "removed", "changed"]).describe("What happened to it"),
  breaking: z.boolean().describe("A client of the previous version may fail"),
  details: z.array(z.string()).optional().describe("What differs in a changed one, breaking differences first"),
});

const VersionChanges = z.looseObject({
  added: z.int().describe("Operations added"),
  removed: z.int().describe("Operations removed"),
  changed: z.int().describe("Operations changed"),
  breaking: z.int().describe("Operations for which a client of the previous version may fail"),
  operations: z.array(OperationChange).describe("The operations, breaking changes first; at most 300"),
});

export const OpenAPISpecVersion = z
  .looseObject({
    object: z.enum(["openapi-spec-version"]).describe("Always `openapi-spec-version`"),
    id: z.string().describe("Unique within the specification"),
    createdAt: Timestamp.optional().describe("When this version was first seen"),
    url: z.string().describe("Where its content can be downloaded"),
    changes: VersionChanges.optional().describe(
      "What differs from the previous version; absent in the first, in lists, and if the service does not provide it",
    ),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, { named: ["id"], listed: ["id", "createdAt", "changes"] });

export type OpenAPISpecVersion = z.infer<typeof OpenAPISpecVersion>;

/** A file of a version, in the form that parsers of OpenAPI call an entry of a file system. */
const SpecFile = z.looseObject({
  dir: z.string().describe("Folder of the file, relative to that of the entry file"),
  isEntrypoint: z.boolean().describe("Whether the specification begins in this file"),
  references: z.array(z.string()).describe("Names of files that were looked up from this one; may be empty"),
  filename: z.string().describe("Path of the file, relative to the folder of the entry file"),
  specification: z
    .unknown()
    .describe("Parsed content of the file; with several files, each `$ref` names a file by its `filename`"),
});

/** A version's content, parsed. */
export const OpenAPISpecContent = z.looseObject({
  // The platform text says only that it is an object; the vendor's renderer and parser read a list of entries.
  filesystem: z
    .union([z.array(SpecFile), z.looseObject({})])
    .describe(
      "Files of the specification, the entry file first. Other services may return an object instead of a list",
    ),
  url: z.string().describe("Where the content can be downloaded"),
  urls: z
    .looseObject({
      source: z.string().describe("Where the content can be downloaded by those who may read it"),
      public: z.string().nullable().describe("Where anyone can download it; null while private"),
    })
    .optional()
    .describe("The same as `url`, by audience"),
});

export type OpenAPISpecContent = z.infer<typeof OpenAPISpecContent>;

/** A version's entry file, unparsed. */
export const OpenAPISpecText = z.looseObject({
  text: z.string().describe("Exactly as it was fetched or submitted"),
  format: z.enum(["json", "yaml"]).describe("Syntax of the text"),
});

export type OpenAPISpecText = z.infer<typeof OpenAPISpecText>;
