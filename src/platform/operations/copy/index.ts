export { type Copied, copyWorkspace } from "./copy-workspace-rows.ts";
export { openSource } from "./open-source-rows.ts";
