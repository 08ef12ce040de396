import packageFile from "../../../../package.json" with { type: "json" };
import type { ServiceInformation } from "../../../contract/models/service.ts";
import type { Handlers } from "../../kernel/handler.ts";

export const service: Handlers<"service"> = {
  async getInformation() {
    return release();
  },
};

/** Set by the build: the time of its source, in ISO 8601. */
declare const builtAt: string | undefined;

/** Run from its source, the program is as new as its process. */
const startedAt = () => new Date(performance.timeOrigin).toISOString();

const release = (): ServiceInformation => ({
  version: packageFile.version,
  build: typeof builtAt === "string" ? builtAt : startedAt(),
});
