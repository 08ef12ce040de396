export { ArchiveEntries, isToolFolder } from "./archive-entries.ts";
export { ExportError, getSystemCode, ImportError, type ImportWarning } from "./errors.ts";
export { exportedPage, inTreeOrder } from "./export-space.ts";
export { exportPaths } from "./exported-content.ts";
export {
  compareNames,
  decodePath,
  getFolder,
  hasPageName,
  isExternal,
  isRepositoryData,
  leftOutNote,
  resolveInside,
} from "./folder-path.ts";
export { configNames, parseGitbookConfig, type RedirectEdits, withRedirects } from "./gitbook-config.ts";
export { type ContentLayout, type ImportPlan, planContent, planImport } from "./plan.ts";
export { isAlwaysImported, isToolPath, type PlannedFile, planFiles } from "./plan-files.ts";
export type { PlannedDocument, PlannedPage } from "./planned-pages.ts";
export { plannedFileRecord, plannedPageRecord, plannedSummary, siblingOrders } from "./planned-records.ts";
export { type PutAside, putAside } from "./put-aside.ts";
export {
  type ContentSource,
  type Folder,
  importLimits,
  type PageReading,
  type PlanImportOptions,
} from "./read-folder.ts";
export { readPage, readPlannedText } from "./read-pages.ts";
export { SummaryLines } from "./summary-lines.ts";
export { summaryFileName } from "./summary-tree.ts";
export { detectArchiveType, unpackArchive } from "./unpack.ts";
