import { z } from "zod";

/** Where content can be had as PDF. */
export const Pdf = z.looseObject({ url: z.string().describe("Temporary address of the PDF, good for an hour") });
export type Pdf = z.infer<typeof Pdf>;
