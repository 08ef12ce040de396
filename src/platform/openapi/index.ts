export { compareSpecVersions, type SpecComparison, type VersionChanges } from "./compare-stored.ts";
export { apiInFiles, apiInText, findApiFiles, openViewer } from "./open-api.ts";
export { OpenAPILinks } from "./openapi-links.ts";
export type { SpecSubscriber } from "./queue-reading.ts";
export { foldOperations } from "./reference/fold-operations.ts";
export type { RenderedReference } from "./reference/rendered.ts";
export { findSpecBySlug, listFiles } from "./rows.ts";
export { serveOpenAPI } from "./serve-openapi.ts";
export type { EarlierFile } from "./spec-book.ts";
