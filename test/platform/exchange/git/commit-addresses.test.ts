import { expect, it } from "vitest";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

it("a revision has the URL of its commit, however the prefix of commit links ends", async () => {
  const server = await startGitServer();
  const commit = server.commit({ "README.md": "# Welcome\n" });
  const { import: take, export: give, publish, client, space: spaceId } = await openGitDesk();

  await take(server.url, { repoCommitURL: "https://host/team/docs/commit" });
  const url = `https://host/team/docs/commit/${commit}`;
  expect((await client.revisions.current({ spaceId })).git).toMatchObject({ oid: commit, url });
  expect((await client.revisions.current({ spaceId, metadata: false })).git).toBeUndefined();

  await publish({ operation: "insert_page", document: { markdown: "# Moss\n" } });
  await give(server.url, { repoCommitURL: "https://ada:hunter2@host/docs?id=" });
  const exported = server.git("rev-parse", "main").trim();
  const told = { oid: exported, url: `https://host/docs?id=${exported}` };
  expect((await client.revisions.current({ spaceId })).git).toMatchObject(told);
});
