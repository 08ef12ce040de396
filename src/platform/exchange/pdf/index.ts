export type { Extent } from "./book.ts";
export { locatePdf, PdfLinks } from "./pdf-links.ts";
export { PdfRenderer, servePdf } from "./serve-pdf.ts";
