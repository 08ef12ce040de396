export { removeRunsInto } from "./rows.ts";
