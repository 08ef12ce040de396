import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "./program.ts";
import { callTool, initialize, initialized } from "./protocol.ts";

const folder = temporaryFolder();
const data = join(folder, "data");

describe("copydesk over stdio", () => {
  it("writes the protocol and nothing else to stdout, and ends soon after its input", async () => {
    const host = start(["--data", data, "--log-level", "debug"]);
    host.child.stdin.write(`${initialize}\n${initialized}\n${callTool(2, "list_spaces")}\n`);
    await host.line("stdout", /"id":2/);
    const asked = performance.now();
    host.child.stdin.end();
    const { code, stdout } = await host.ended;
    expect(performance.now() - asked).toBeLessThan(1500);
    expect(code).toBe(0);
    const messages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ["2.0", 1],
      ["2.0", 2],
    ]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends in order at %s", async (signal) => {
    const host = start(["--data", data]);
    host.child.stdin.write(`${initialize}\n`);
    await host.line("stdout", /"id":1/);
    host.child.kill(signal);
    expect(await host.ended).toMatchObject({ code: 0 });
  });

  it("starts without its data folder and says what is wrong with it when it is needed", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const host = start(["--data", join(file, "data")]);
    host.child.stdin.write(`${initialize}\n${initialized}\n${callTool(2, "list_spaces")}\n`);
    const answer = await host.line("stdout", /"id":2/);
    host.child.stdin.end();
    expect(answer).toContain('"isError":true');
    expect(answer).toContain(`The data folder ${join(file, "data")} cannot be written.`);
    await host.ended;
  });

  it("goes on after a line that is no message", async () => {
    const host = start(["--data", data]);
    host.child.stdin.write(`not a message\n${initialize}\n`);
    expect(JSON.parse(await host.line("stdout", /"id":1/))).toMatchObject({
      result: { serverInfo: { name: "copydesk" } },
    });
    host.child.stdin.end();
    expect((await host.ended).code).toBe(0);
  });
});
