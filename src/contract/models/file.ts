import { z } from "zod";

export const File = z.looseObject({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string().describe("Temporary URL of the bytes"),
  size: z.number().describe("Bytes"),
  dimensions: z.object({ width: z.number(), height: z.number() }).optional().describe("Pixels, images only"),
  git: z.looseObject({ oid: z.string(), path: z.string() }).optional(),
});
export type File = z.infer<typeof File>;
