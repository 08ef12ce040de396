export { ArchiveEntries, isToolFolder } from "./archive-entries.ts";
export { ExportError, ImportError, type ImportWarning, systemCodeOf } from "./errors.ts";
export { exportedPage, inTreeOrder } from "./export-space.ts";
export { exportPaths } from "./exported-content.ts";
export {
  compareNames,
  decodePath,
  folderOf,
  hasPageName,
  isExternal,
  isRepositoryData,
  leftOutNote,
  resolveInside,
} from "./folder-path.ts";
export { CONFIG_NAMES, parseGitbookConfig, type RedirectEdits, withRedirects } from "./gitbook-config.ts";
export { type ContentLayout, type ImportPlan, planContent, planImport } from "./plan.ts";
export { isKept, isToolPath, type PlannedFile, planFiles } from "./plan-files.ts";
export type { PlannedDocument, PlannedPage } from "./planned-pages.ts";
export { plannedFileRecord, plannedPageRecord, plannedSummary, siblingOrders } from "./planned-records.ts";
export { type PutAside, putAside } from "./put-aside.ts";
export {
  type ContentSource,
  type Folder,
  IMPORT_LIMITS,
  type PageReading,
  type PlanImportOptions,
} from "./read-folder.ts";
export { readPage, readPlannedText } from "./read-pages.ts";
export { SummaryLines } from "./summary-lines.ts";
export { SUMMARY_NAME } from "./summary-tree.ts";
export { archiveTypeOf, unpackArchive } from "./unpack.ts";
