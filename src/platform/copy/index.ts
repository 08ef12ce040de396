export { type Copied, copyWorkspace } from "./copy-workspace-rows.ts";
