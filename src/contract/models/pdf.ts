import { z } from "zod";
import { Id } from "./id.ts";

/** Where content is available as PDF. */
export const Pdf = z.looseObject({ url: z.string().describe("Temporary address of the PDF, good for an hour") });
export type Pdf = z.infer<typeof Pdf>;

/** Query members that say which pages a PDF has. */
export const pdfExtent = {
  only: z.boolean().optional().describe("True leaves out the pages below `page`"),
  page: Id.optional().describe("Page to begin with; the whole content when left out"),
};
