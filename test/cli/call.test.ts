import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelKey, startModelEndpoint } from "../support/model-endpoint.ts";
import { answered } from "./in-process.ts";
import { copydesk, temporaryFolder } from "./program.ts";

const data = join(temporaryFolder(), "data");
const run = (...args: string[]) => answered(["call", ...args, "--data", data]);
/** The program as it is built. */
const start = (...args: string[]) => copydesk(["call", ...args, "--data", data]);

const usage = `Usage: copydesk call <operation> [json], such as copydesk call getSpaceById '{"spaceId":"…"}'`;

describe("copydesk call", () => {
  it.each(["getAuthenticatedUser", "users.getAuthenticated"])("calls an operation as %s", async (name) => {
    const { code, stdout, stderr } = await start(name);
    expect(JSON.parse(stdout)).toMatchObject({ object: "user", displayName: "Local user" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("passes arguments", async () => {
    const { items } = JSON.parse((await run("organizations.list")).stdout) as { items: { id: string }[] };
    const made = await run("createSpace", JSON.stringify({ organizationId: items[0]?.id, title: "Herbarium" }));
    expect(JSON.parse(made.stdout)).toMatchObject({ object: "space", title: "Herbarium" });
  });

  it("waits for jobs it started, which would otherwise wait for the next process", async () => {
    const { items } = JSON.parse((await run("organizations.list")).stdout) as { items: { id: string }[] };
    const made = await run("createSpace", JSON.stringify({ organizationId: items[0]?.id, title: "Moss" }));
    const { id: spaceId } = JSON.parse(made.stdout) as { id: string };
    const address = { spaceId, url: "https://127.0.0.1/docs.git", ref: "refs/heads/main" };
    expect(await start("importGitRepository", JSON.stringify(address))).toEqual({ code: 0, stdout: "", stderr: "" });
    const info = JSON.parse((await run("getSpaceGitInfo", JSON.stringify({ spaceId }))).stdout) as unknown;
    expect(info).toMatchObject({ operation: { state: "failure", direction: "import" } });
  });

  it("uses the configured language model, and never writes its key to the data folder", async () => {
    const endpoint = await startModelEndpoint(({ system }) =>
      system.includes('"quotes"')
        ? {
            issues: [
              {
                title: "PDF export stops",
                problem: "It stops.",
                impact: "low",
                quotes: ["The PDF stops"],
                keywords: [],
              },
            ],
          }
        : { label: "PDF export", summary: "It stops." },
    );
    const settings = {
      COPYDESK_MODEL_URL: endpoint.settings.url,
      COPYDESK_MODEL: "small",
      COPYDESK_MODEL_KEY: modelKey,
    };
    const { items } = JSON.parse((await run("organizations.list")).stdout) as { items: { id: string }[] };
    const organizationId = items[0]?.id;
    const conversation = { id: "talk", parts: [{ type: "message", role: "user", body: "The PDF stops." }] };
    const sent = JSON.stringify({ organizationId, conversations: [conversation] });
    const ingested = await copydesk(["call", "ingestConversation", sent, "--data", data], settings);
    expect(ingested).toEqual({ code: 0, stdout: "", stderr: expect.stringMatching(/^(?:Waiting for .*\n)?$/) });
    const issues = await run("conversationIssues.list", JSON.stringify({ organizationId }));
    expect(issues.stdout).toContain("PDF export stops");
    expect(endpoint.asked).toHaveLength(1);
    for (const file of readdirSync(data)) {
      expect(readFileSync(join(data, file)).includes(modelKey), file).toBe(false);
    }
  });

  it("suggests the closest operation for an unknown one", async () => {
    const { code, stdout, stderr } = await start("mergeChangeReqest");
    expect(stderr).toBe(
      'There is no operation "mergeChangeReqest". Did you mean mergeChangeRequest? The page "Coverage" of the manual lists all.\n',
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect((await start("spaces.gt")).stderr).toContain('no operation "spaces.gt". Did you mean spaces.get? ');
  });

  it("accepts the name of an operation's tool instead of its id", async () => {
    expect(JSON.parse((await run("get_authenticated_user")).stdout)).toMatchObject({ object: "user" });
  });

  it.each([
    [["--read-only"], /^createSpace was not called: .* read-only here \(--read-only\)/],
    [["--propose-only"], /^createSpace was not called: .* only proposes here \(--propose-only\)/],
    [["--exclude-tools", "create_space"], /^createSpace was not called: .* switched off here \(--exclude-tools\)/],
    [["--exclude-tools", "createSpace"], /^createSpace was not called: .* switched off here \(--exclude-tools\)/],
  ])("keeps to %j", async (flags, message) => {
    expect(await run("createSpace", '{"organizationId":"x","title":"X"}', ...flags)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  });

  it.each([
    ["no operation", [], usage],
    ["more than one argument", ["getSpaceById", "{}", "{}"], usage],
    [
      "arguments that are no object",
      ["getSpaceById", "[]"],
      'The arguments must be one JSON object, such as {"spaceId":"…"}.',
    ],
    ["a missing argument", ["getSpaceById"], "getSpaceById: `spaceId` is required."],
    [
      "an argument the operation does not have",
      ["getSpaceById", '{"spaceId":"x","colour":1}'],
      "getSpaceById: `colour` is not one of its members. It takes spaceId, shareKey.",
    ],
    [
      "an id there is not",
      ["getSpaceById", '{"spaceId":"x"}'],
      'getSpaceById: localhost answered 404 (not_found): "spaceId: there is no space x, or this token may not see it." Check the id with a list or search operation.',
    ],
  ])("fails for %s, with one line only on stderr", async (_, args, message) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });

  it("fails for arguments that are not JSON", async () => {
    const { code, stdout, stderr } = await run("getSpaceById", "{spaceId: 1}");
    expect(stderr).toMatch(/^The arguments are not JSON: .+\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  });
});
