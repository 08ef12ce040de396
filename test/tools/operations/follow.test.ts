import { expect, it } from "vitest";
import { loadOperation } from "../../../src/contract/load.ts";
import { callOperation } from "../../../src/tools/operations/call.ts";
import { followOperation } from "../../../src/tools/operations/follow.ts";
import { operationNamed } from "../../../src/tools/operations/lookup.ts";
import { openGitDesk } from "../../platform/exchange/git/git-desk.ts";
import { startGitServer } from "../../platform/exchange/git/git-server.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

async function entryOf(id: string) {
  const summary = operationNamed(id);
  if (summary === undefined) throw new Error(`no operation ${id}`);
  return loadOperation(summary);
}

it("a call waits for what it started, reports progress to the host, and returns the result", async () => {
  const server = await startGitServer();
  server.commit({ "README.md": "# Home\n" });
  const desk = await openGitDesk();
  const told: string[] = [];
  const { text } = await callOperation(
    await entryOf("importGitRepository"),
    { spaceId: desk.space, url: server.url, ref: "refs/heads/main" },
    {
      client: desk.client,
      signal: new AbortController().signal,
      answerTokens: 2000,
      progress: (_done, _total, message) => told.push(message),
    },
  );
  expect(text).toContain('"state":"success"');
  expect(told[0]).toBe("running");
  expect(await desk.paths()).toEqual(["readme"]);
});

it("a call that would take longer than a host waits says where to read its progress", async () => {
  // Nothing runs the jobs of this process.
  const { client, organization } = await openWorkspace({ jobs: {} });
  const { id: space } = await client.spaces.create({ organizationId: organization });
  const { operation } = await entryOf("importGitRepository");
  const sent = { spaceId: space, url: "https://127.0.0.1/x.git", ref: "refs/heads/main" };
  await client.git.import(sent);
  const context = { client, signal: new AbortController().signal, answerTokens: 2000, progress: () => {} };
  const followed = await followOperation(operation, { ...sent, answer: undefined }, context, 400);
  expect(followed).toMatchObject({
    hasEnded: false,
    by: "getSpaceGitInfo",
    sent: { spaceId: space },
    state: "running",
  });
});

it("a run named in the response is followed by its id", async () => {
  const { client, organization } = await openWorkspace({ jobs: {} });
  const { operation } = await entryOf("startImportRun");
  const context = { client, signal: new AbortController().signal, answerTokens: 2000, progress: () => {} };
  const given = { organizationId: organization, answer: { id: "none" } };
  await expect(followOperation(operation, given, context, 400)).rejects.toThrow("there is no import run none");
});
