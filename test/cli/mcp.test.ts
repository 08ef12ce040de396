import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { environment, program, start, temporaryFolder } from "./program.ts";
import { callTool, initialize, initialized, listTools } from "./protocol.ts";

const folder = temporaryFolder();
const data = join(folder, "data");

describe("copydesk over stdio", () => {
  it("writes only the protocol to stdout, and exits soon after its input ends", async () => {
    const host = start(["--data", data, "--log-level", "debug"]);
    host.child.stdin.write(`${initialize}\n${initialized}\n${callTool(2, "list_spaces")}\n`);
    await host.line("stdout", /"id":2/);
    host.child.stdin.end();
    const { code, stdout } = await host.ended;
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

  it.each(["SIGTERM", "SIGINT"] as const)("exits cleanly on %s", async (signal) => {
    const host = start(["--data", data]);
    host.child.stdin.write(`${initialize}\n`);
    await host.line("stdout", /"id":1/);
    host.child.kill(signal);
    expect(await host.ended).toMatchObject({ code: 0 });
  });

  it.each(["legacy", "auto", { pin: "2026-07-28" }] as const)("serves a host that negotiates %j", async (mode) => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const env = { ...environment };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, "--data", data], env }));
    expect(client.getServerVersion()).toMatchObject({ name: "copydesk", version: "0.1.0" });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("list_spaces");
    expect((await client.callTool({ name: "list_spaces", arguments: {} })).isError ?? false).toBe(false);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(8);
    await client.close();
  });

  it("exits cleanly on SIGTERM and at the end of input if it was only asked for its tools", async () => {
    for (const end of ["kill", "close"] as const) {
      const host = start(["--data", data]);
      host.child.stdin.write(`${initialize}\n${initialized}\n${listTools(2)}\n`);
      await host.line("stdout", /"id":2/);
      if (end === "kill") host.child.kill("SIGTERM");
      else host.child.stdin.end();
      expect(await host.ended).toMatchObject({ code: 0 });
    }
  });

  it("exits when the host stops reading answers, even if its own side stays open", async () => {
    const host = start(["--data", data]);
    host.child.stdin.write(`${initialize}\n`);
    await host.line("stdout", /"id":1/);
    host.child.stdout.destroy();
    host.child.stdin.write(`${initialized}\n${listTools(2)}\n`);
    await once(host.child, "exit");
    expect(host.child.exitCode).toBe(0);
  });

  it("starts without its data folder, and reports the problem once the folder is needed", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const host = start(["--data", join(file, "data")]);
    host.child.stdin.write(`${initialize}\n${initialized}\n${callTool(2, "list_spaces")}\n`);
    const answer = await host.line("stdout", /"id":2/);
    host.child.stdin.end();
    expect(answer).toContain('"isError":true');
    expect(answer).toContain(`The data folder ${join(file, "data")} is not writable.`);
    await host.ended;
  });

  it("continues after an invalid message", async () => {
    const host = start(["--data", data]);
    host.child.stdin.write(`not a message\n${initialize}\n`);
    expect(JSON.parse(await host.line("stdout", /"id":1/))).toMatchObject({
      result: { serverInfo: { name: "copydesk" } },
    });
    host.child.stdin.end();
    expect((await host.ended).code).toBe(0);
  });
});
