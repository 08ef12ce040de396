export { type ActFilter, forgetActs, type ListedAct, listActs, removeSpaceActs } from "./acts-rows.ts";
export { type JobFilter, type ListedJob, listJobs } from "./listed-jobs-rows.ts";
export { isByAgent, recordAct, recordDeparture, type Through } from "./record-act.ts";
export { type HistoryFilter, type ListedRevision, listRevisions } from "./revision-history-rows.ts";
