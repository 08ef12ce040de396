export type { Extent } from "./book.ts";
export { locatePdf } from "./locate.ts";
export { PdfLinks } from "./pdf-links.ts";
export { PdfPress, servePdf } from "./serve-pdf.ts";
