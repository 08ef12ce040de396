import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { environment, program, start, temporaryFolder } from "./program.ts";

const folder = temporaryFolder();

/** Compiles the late file as a new process does, and prints whether V8 rejected the stored code. */
const compile = `
  const { readFileSync } = require("node:fs");
  const [late, stored] = process.argv.slice(1);
  const source = readFileSync(late, "utf8");
  const cachedData = readFileSync(stored).subarray(8);
  console.log(new (require("node:vm").Script)(source, { filename: late, cachedData }).cachedDataRejected);
`;

it("a server over stdio stores code after its first call that V8 accepts at the next start", async () => {
  const cache = join(folder, "cache");
  const { child } = start(["--data", join(folder, "data")], { XDG_CACHE_HOME: cache });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  send({ id: 1, method: "initialize", params });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "list_spaces", arguments: {} } });
  const own = join(cache, "copydesk");
  const names = () => (existsSync(own) ? readdirSync(own).filter((name) => !name.endsWith(".new")) : []);
  await expect.poll(names, { timeout: 120_000, interval: 200 }).toHaveLength(1);
  const [name = ""] = names();
  const late = join(dirname(program), name.slice(0, name.indexOf(".cjs") + 4));
  expect(existsSync(late) && basename(late)).toMatch(/^late-/);
  const rejected = execFileSync(process.execPath, ["-e", compile, late, join(own, name)], {
    env: environment,
    encoding: "utf8",
  });
  expect(rejected).toBe("false\n");
});
