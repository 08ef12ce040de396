import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Connection, connect } from "../../src/cli/connection.ts";
import { confirmationStore } from "../../src/cli/product-server.ts";
import { type Config, readCommandLine } from "../../src/config/config.ts";
import { Confirmations } from "../../src/server/calls/confirmations.ts";

let folder: string;

const open: Connection[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-test-"));
});

afterAll(async () => {
  for (const connection of open) await connection.close();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (...flags: string[]): Config => readCommandLine(flags, {}).config;

const remote = (...flags: string[]) => configOf("--base-url", "https://docs.example.com", ...flags);

/** The confirmations of one process. */
async function processWith(config: Config, now = Date.now): Promise<Confirmations> {
  const connection = await connect(config);
  open.push(connection);
  return new Confirmations({ store: confirmationStore(config, async () => connection), now });
}

describe("a confirmation id", () => {
  it("works in every process on one data folder, but only once in all", async () => {
    const one = await processWith(configOf("--data", folder));
    const other = await processWith(configOf("--data", folder));
    const id = await one.issue("merge 7");
    expect(await other.redeem(id, "merge 8")).toBe("invalid");
    const redeemed = await Promise.all([other.redeem(id, "merge 7"), one.redeem(id, "merge 7")]);
    expect(redeemed.sort()).toEqual(["used", "valid"]);
    expect(await (await processWith(configOf("--data", folder))).redeem(id, "merge 7")).toBe("used");
  });

  it("works for another service in every process with the same key, and in no other", async () => {
    const key = ["--confirmation-key", "a-key-that-nobody-can-guess"];
    const id = await (await processWith(remote(...key))).issue("merge 7");
    expect(await (await processWith(remote())).redeem(id, "merge 7")).toBe("invalid");
    expect(
      await (await processWith(remote("--confirmation-key", "another-key-nobody-guesses"))).redeem(id, "merge 7"),
    ).toBe("invalid");
    expect(await (await processWith(remote(...key))).redeem(id, "merge 7")).toBe("valid");
  });
});
