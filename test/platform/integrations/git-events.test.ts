import { expect, it } from "vitest";
import { openGitDesk } from "../exchange/git/git-desk.ts";
import { startGitServer } from "../exchange/git/git-server.ts";
import { startListener } from "./listener.ts";

it("events of a synchronization name its commit, and the revision that an import made", async () => {
  const [desk, server, listener] = await Promise.all([openGitDesk(), startGitServer(), startListener()]);
  const { client, organization, space: spaceId, platform } = desk;
  await client.integrations.publish({
    integrationName: "sync",
    organization,
    title: "Sync",
    description: "Sets the status of commits.",
    scopes: ["space:git:sync"],
    endpoint: listener.url,
    script: "",
  });
  await client.installations.install({ integrationName: "sync", organization });
  const events = async () => {
    await platform.jobsSettled();
    const all = listener.received.splice(0).map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);
    const members = all.map(({ type, commitId, revisionId, state }) => ({ type, commitId, revisionId, state }));
    return members.filter(({ type }) => String(type).startsWith("space_gitsync_"));
  };
  const started = { type: "space_gitsync_started", revisionId: expect.any(String), state: undefined };
  const completed = { type: "space_gitsync_completed", state: "success" };

  const first = server.commit({ "README.md": "# Start\n" });
  await desk.import(server.url);
  const { revision: revisionId } = await client.spaces.get({ spaceId });
  expect(await events()).toEqual([
    { ...started, commitId: first },
    { ...completed, commitId: first, revisionId },
  ]);
  await desk.import(server.url);
  expect(await events()).toEqual([
    { ...started, commitId: first },
    { ...completed, commitId: first, revisionId },
  ]);

  const { id } = await desk.page("readme");
  await desk.publish({ operation: "update_page", page: id, document: { markdown: "# Start\n\nTwo.\n" } });
  const { commit } = await desk.export(server.url);
  const { revision: exported } = await client.spaces.get({ spaceId });
  expect(await events()).toEqual([
    { ...started, commitId: commit },
    { ...completed, commitId: commit, revisionId: exported },
  ]);
  await listener.close();
});
