export { presentChangeRequest, presentChangeRequests } from "./change-request-view.ts";
export { presentDifferences } from "./change-view.ts";
export { presentFile, presentFiles, presentRevisionFile, presentRevisionFiles } from "./file-view.ts";
export { listPageRevisions, type PageHistory, type PageHistoryFilter } from "./page-history.ts";
export { presentPage, presentReusable } from "./page-view.ts";
export { RevisionReader, type RevisionScope, versionedResult } from "./revision-view.ts";
