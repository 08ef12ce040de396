import packageFile from "../../../package.json" with { type: "json" };
import type { ServiceInformation } from "../../contract/models/service.ts";

/** Set by the build: the time of the source it was made from, in ISO 8601. */
declare const builtAt: string | undefined;

/** Run from its source, the program is as new as its process. */
const startedAt = () => new Date(performance.timeOrigin).toISOString();

export const release = (): ServiceInformation => ({
  version: packageFile.version,
  build: typeof builtAt === "string" ? builtAt : startedAt(),
});
