import { describe, expect, it } from "vitest";
import { StartAttempts } from "../../src/cli/start-attempts.ts";
import { DatabaseServerError } from "../../src/platform/kernel/database/server-error.ts";

const silent = () => new DatabaseServerError("unreachable", "The database at db/docs does not respond.");

function attempts(patience: number, stop = new AbortController().signal) {
  const said: string[] = [];
  let delays = 0;
  const log = (level: string, message: string) => void said.push(`${level}: ${message}`);
  const onDelay = () => {
    delays += 1;
  };
  return { steps: new StartAttempts({ log, stop, onDelay, patience }), said, delays: () => delays };
}

describe("a step of a start", () => {
  it("is repeated while the database does not respond, which the log has once", async () => {
    const { steps, said, delays } = attempts(60_000);
    let tries = 0;
    const step = async () => {
      tries += 1;
      if (tries < 3) throw silent();
      return "started";
    };
    expect(await steps.run(step)).toBe("started");
    expect([tries, delays()]).toEqual([3, 2]);
    expect(said).toEqual(["warn: The database at db/docs does not respond. The start waits for up to 60 s."]);
  });

  it("fails with the last error once the time is over", async () => {
    const { steps } = attempts(0);
    await expect(steps.run(() => Promise.reject(silent()))).rejects.toThrow("does not respond");
  });

  it("fails at once for what waiting does not mend", async () => {
    const { steps, delays } = attempts(60_000);
    const refused = new DatabaseServerError("refused", "The database refuses: no such user.");
    await expect(steps.run(() => Promise.reject(refused))).rejects.toBe(refused);
    expect(delays()).toBe(0);
  });

  it("ends at once when the process is asked to stop, even if it never does", async () => {
    const stop = new AbortController();
    const { steps } = attempts(60_000, stop.signal);
    const running = steps.run(() => new Promise<never>(() => {}));
    stop.abort(new Error("Interrupted"));
    await expect(running).rejects.toThrow("Interrupted");
    await expect(steps.run(async () => "started")).rejects.toThrow("Interrupted");
  });
});
