import { z } from "zod";
import { briefs } from "../brief.ts";
import { GitBlob } from "./git.ts";

export const File = z
  .looseObject({
    id: z.string().describe("Stays the same from revision to revision"),
    name: z.string().describe("File name with its ending"),
    contentType: z.string().describe("Media type, such as `image/png`"),
    downloadURL: z.string().describe("Temporary URL of the bytes"),
    size: z.number().describe("Bytes"),
    dimensions: z
      .looseObject({
        width: z.number().describe("Pixels across"),
        height: z.number().describe("Pixels down"),
      })
      .optional()
      .describe("Size of the picture; images only"),
    git: GitBlob.optional().describe("Source file in the repository"),
  })
  .register(briefs, { named: ["id", "name"], listed: ["id", "name", "contentType", "size", "git.path"] });
export type File = z.infer<typeof File>;
