export { presentChangeRequest, presentChangeRequests } from "./change-request-view.ts";
export { presentDifferences } from "./change-view.ts";
export { answerFile, answerFiles, presentFile, presentFiles } from "./file-view.ts";
export { listPageRevisions, type PageHistory, type PageHistoryFilter } from "./page-history.ts";
export { presentPage, presentReusable } from "./page-view.ts";
export { RevisionReader, type RevisionScope, resultOfRevision } from "./revision-view.ts";
