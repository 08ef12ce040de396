import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startObjectStorage } from "../support/object-storage-server.ts";
import { serve, start, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const folder = temporaryFolder();
let bucket: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => {
  bucket = await startObjectStorage();
});
afterAll(() => bucket.close());

/** What a library could do in the process, and then a fault of ours. */
const noise = `process.on("SIGUSR2", () => {
  console.log("from console.log, with cpd_abcdefghijklmnopqrstuvwxyz");
  console.error("from console.error");
  process.stderr.write("from a library\\n");
  process.emitWarning("from Node");
  setTimeout(() => { throw new Error("a fault"); }, 200);
});`;

interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly signIn?: string;
}

const linesOf = (stderr: string) =>
  stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);

it("with --log-format json, stderr has one record per line, whatever writes there", async () => {
  const data = join(folder, "data");
  const server = await serve(["--data", data, "--log-format", "json", "--files", bucket.url], {
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noise)}`,
  });
  const call = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" };
    const answer = await fetch(`${server.ready.api}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, json: (await answer.json()) as Record<string, string> };
  };
  const { json: space } = await call("POST", `/orgs/${server.ready.organization}/spaces`, { title: "Guides" });
  const { json: change } = await call("POST", `/spaces/${space.id}/change-requests`, {});
  bucket.interfere = (_, response) => {
    response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    return true;
  };
  const text = randomBytes(80_000).toString("hex");
  const refused = await call("POST", `/spaces/${space.id}/change-requests/${change.id}/content`, {
    changes: [{ operation: "insert_page", document: { markdown: `# Long\n\n${text}\n` } }],
  });
  expect(refused.status).toBe(503);
  server.child.kill("SIGUSR2");
  const { code, stderr, stdout } = await server.ended;
  expect(code).toBe(1);
  const lines = linesOf(stderr);
  for (const { time, level, message } of lines) {
    expect([time, level, message]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expect.stringMatching(/^(?:error|warn|info)$/),
      expect.stringMatching(/\S/),
    ]);
  }
  const levelOf = (text: string) => lines.find(({ message }) => message.includes(text))?.level;
  expect(levelOf("refused: The bucket docs-files at")).toBe("error");
  expect(levelOf("from console.log, with [token]")).toBe("info");
  expect(levelOf("from console.error")).toBe("warn");
  expect(levelOf("from a library")).toBe("warn");
  expect(levelOf("Warning: from Node")).toBe("warn");
  expect(levelOf("Uncaught error, the process ends: Error: a fault\n    at")).toBe("error");
  expect(lines.find(({ message }) => message === "ready")?.signIn).toMatch(/\/app\/sign-in\/link\?code=\w+/);
  expect(stdout.trim().split("\n")).toHaveLength(1);
});

it.each([
  ["serve", ["serve", "--port", "0", "--data", join(folder, "none"), "extra"]],
  ["mcp", ["mcp", "extra"]],
])("with --log-format json, a usage error of copydesk %s is a record", async (_, args) => {
  const { child, ended } = start([...args, "--log-format", "json"]);
  child.stdin.end();
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([
    { time: expect.any(String), level: "error", message: expect.stringContaining('It takes no "extra"') },
  ]);
});
