import type { Config } from "../config/config.ts";
import type { Log } from "../server/log.ts";

/** With `--log-format json`, failures of a server are also log lines. Returns the exit code, or what `work` returns. */
export async function withLoggedFailures<Code>(
  { logFormat }: Pick<Config, "logFormat">,
  log: Log,
  work: () => Promise<Code>,
): Promise<Code | 1> {
  if (logFormat.value !== "json") return work();
  try {
    return await work();
  } catch (error) {
    const { describeFailure } = await import("./failure.ts");
    log("error", await describeFailure(error));
    return 1;
  }
}
