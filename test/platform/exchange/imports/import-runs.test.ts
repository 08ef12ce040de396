import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Client } from "../../../../src/client/client.ts";
import type { ImportRun } from "../../../../src/contract/models/import-run.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openWorkspace, openWorkspaceAt, type PlatformWorkspace } from "../../../support/platform-workspace.ts";
import { pathsOf } from "../../content/desk.ts";
import { startGitServer } from "../git/git-server.ts";
import { tarGz, zip } from "../space-files/archives.ts";

const docs = [
  { name: "docs-main/README.md", content: "# Garden\n\nSee [moss](plants/moss.md#care).\n" },
  { name: "docs-main/plants/README.md", content: "# Plants\n" },
  { name: "docs-main/plants/moss.md", content: "# Moss\n\n![](../img/moss.png)\n\n## Care\n\nWater.\n" },
  { name: "docs-main/img/moss.png", content: "picture" },
  {
    name: "docs-main/SUMMARY.md",
    content: "# Contents\n\n* [Garden](README.md)\n* [Plants](plants/README.md)\n  * [Moss](plants/moss.md)\n",
  },
];

async function upload({ platform, token }: PlatformWorkspace, name: string, bytes: Uint8Array): Promise<string> {
  const response = await platform.fetch(
    new Request(`http://localhost/uploads?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: new Uint8Array(bytes),
    }),
  );
  const answer = (await response.json()) as { key: string };
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer.key;
}

async function makeSpace({ client, organization }: PlatformWorkspace): Promise<string> {
  return (await client.spaces.create({ organizationId: organization, title: "Guides" })).id;
}

type Start = Pick<Parameters<Client["imports"]["start"]>[0], "source" | "target">;

async function runImport({ client, organization, platform }: PlatformWorkspace, start: Start): Promise<ImportRun> {
  const { id } = await client.imports.start({ organizationId: organization, ...start });
  await platform.jobsSettled();
  return client.imports.get({ organizationId: organization, importRunId: id });
}

const paths = async ({ client }: PlatformWorkspace, spaceId: string) =>
  pathsOf((await client.pages.list({ spaceId })).pages);

describe("an import run", () => {
  it.each([
    ["a .zip", async () => ({ name: "docs.zip", bytes: zip(docs) })],
    ["a .tar.gz", async () => ({ name: "docs.tar.gz", bytes: await tarGz(docs) })],
  ])("imports %s into a space, where it can be read, linked and found", async (_, make) => {
    const workspace = await openWorkspace();
    const space = await makeSpace(workspace);
    const { name, bytes } = await make();
    const key = await upload(workspace, name, bytes);
    const run = await runImport(workspace, { source: { type: "file", files: [key] }, target: { space } });
    expect(run).toMatchObject({ status: "completed" });
    expect(run.pages).toHaveLength(3);
    expect(await paths(workspace, space)).toEqual(["readme", "plants", "plants/moss"]);
    const { client, platform } = workspace;
    expect((await client.search.space({ spaceId: space, query: "water" })).items).toHaveLength(1);
    expect((await client.files.list({ spaceId: space })).items.map((file) => file.name)).toEqual(["moss.png"]);
    expect(await contentFaults(platform)).toEqual([]);
  });

  it("imports the same archive twice, the second next to the first with separate links", async () => {
    const workspace = await openWorkspace();
    const space = await makeSpace(workspace);
    for (let time = 0; time < 2; time += 1) {
      const key = await upload(workspace, "docs.zip", zip(docs));
      await runImport(workspace, { source: { type: "file", files: [key] }, target: { space } });
    }
    expect(await paths(workspace, space)).toEqual([
      "readme",
      "plants",
      "plants/moss",
      "readme-1",
      "plants-1",
      "plants-1/moss",
    ]);
    const { client, platform } = workspace;
    const second = await client.pages.getByPath({ spaceId: space, pagePath: "readme-1", format: "document" });
    const moss = await client.pages.getByPath({ spaceId: space, pagePath: "plants-1/moss" });
    expect(JSON.stringify(second)).toContain(moss.id);
    expect(await contentFaults(platform)).toEqual([]);
  });

  it("imports an archive of many pages twice, and both are found with their own paths", async () => {
    const workspace = await openWorkspace();
    const { client, platform } = workspace;
    const space = await makeSpace(workspace);
    const pages = Array.from({ length: 110 }, (_, index) => ({
      name: `garden/beds/bed-${index}.md`,
      content: `# Bed ${index}\n\nGrows b${index}.\n`,
    }));
    for (let time = 0; time < 2; time += 1) {
      const key = await upload(workspace, "garden.zip", zip(pages));
      await runImport(workspace, { source: { type: "file", files: [key] }, target: { space } });
    }
    const found = async (query: string) => {
      const { items } = await client.search.space({ spaceId: space, query });
      return items.map(({ path }) => path).sort();
    };
    expect(await found("b17")).toEqual(["beds-1/bed-17", "beds/bed-17"]);
    // The sections of the second, which were indexed ahead, have a number of their own.
    const parts = await platform.database.read((queries) =>
      queries.selectFrom("section_space_part").selectAll().execute(),
    );
    expect(parts).toHaveLength(1);
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId: space });
    const { id: page } = await client.pages.getByPath({ spaceId: space, pagePath: "beds-1/bed-17" });
    const changes = [{ operation: "update_page", page, document: { markdown: "# Bed 17\n\nFallow.\n" } } as const];
    await client.changeRequestContent.apply({ spaceId: space, changeRequestId, changes });
    await client.changeRequests.merge({ spaceId: space, changeRequestId });
    expect([await found("b17"), await found("fallow")]).toEqual([["beds/bed-17"], ["beds-1/bed-17"]]);
    expect(await contentFaults(platform)).toEqual([]);
  });

  it("can go into a change request and under a page, without changing the space", async () => {
    const workspace = await openWorkspace();
    const { client } = workspace;
    const space = await makeSpace(workspace);
    const { id: changeRequest } = await client.changeRequests.create({ spaceId: space });
    const names = { spaceId: space, changeRequestId: changeRequest };
    await client.changeRequestContent.apply({
      ...names,
      changes: [{ operation: "insert_page", title: "Top", document: { markdown: "" } }],
    });
    const [top] = (await client.changeRequestContent.pages(names)).pages;
    const key = await upload(workspace, "docs.zip", zip(docs));
    const target = { space, changeRequest, page: top?.id ?? "" };
    const run = await runImport(workspace, { source: { type: "file", files: [key] }, target });
    expect(run.status).toBe("completed");
    const { pages } = await client.changeRequestContent.pages(names);
    expect(pathsOf(pages)).toEqual(["top", "top/readme", "top/plants", "top/plants/moss"]);
    expect(await paths(workspace, space)).toEqual([]);
  });

  it("fails for a hostile archive, says why, and imports nothing", async () => {
    const workspace = await openWorkspace();
    const space = await makeSpace(workspace);
    const key = await upload(workspace, "docs.zip", zip([...docs, { name: "../x.md", content: "x" }]));
    const run = await runImport(workspace, { source: { type: "file", files: [key] }, target: { space } });
    expect(run.status).toBe("failed");
    expect(run.reason).toMatch(/^docs\.zip .*Nothing was imported\.$/);
    expect(await paths(workspace, space)).toEqual([]);
  });

  it("fails if the target was locked while it waited", async () => {
    // The first process runs no jobs.
    const waiting = await openWorkspace({ jobs: {} });
    const space = await makeSpace(waiting);
    const key = await upload(waiting, "a.md", Buffer.from("# A\n"));
    const { client, organization, folder } = waiting;
    const start = { source: { type: "file" as const, files: [key] }, target: { space } };
    const { id } = await client.imports.start({ organizationId: organization, ...start });
    await client.spaces.update({ spaceId: space, editMode: "locked" });
    const { platform } = await openWorkspaceAt(folder);
    await platform.jobsSettled();
    await platform.close();
    const run = await client.imports.get({ organizationId: organization, importRunId: id });
    expect(run).toMatchObject({ status: "failed", reason: expect.stringContaining("is locked") as string });
  });

  it("must go into a change request if there are merge rules, unless its author may bypass them", async () => {
    const workspace = await openWorkspace();
    const { client, organization, user } = workspace;
    const space = await makeSpace(workspace);
    const key = await upload(workspace, "a.md", Buffer.from("# A\n"));
    const rules = [{ rule: "require_at_least_one_review" as const }];
    await client.spaces.update({ spaceId: space, mergeRules: { type: "rules", rules } });
    const source = { type: "file" as const, files: [key] };
    await expect(client.imports.start({ organizationId: organization, source, target: { space } })).rejects.toThrow(
      `Space ${space} has merge rules, so an import goes into a change request: give target.changeRequest.`,
    );
    const bypass = { rule: "allow_bypass" as const, users: [user] };
    await client.spaces.update({ spaceId: space, mergeRules: { type: "rules", rules: [...rules, bypass] } });
    expect(await runImport(workspace, { source, target: { space } })).toMatchObject({ status: "completed" });
  });

  it("imports nothing if it is cancelled", async () => {
    const waiting = await openWorkspace({ jobs: {} });
    const space = await makeSpace(waiting);
    const key = await upload(waiting, "a.md", Buffer.from("# A\n"));
    const { client, organization, folder } = waiting;
    const start = { source: { type: "file" as const, files: [key] }, target: { space } };
    const { id } = await client.imports.start({ organizationId: organization, ...start });
    const names = { organizationId: organization, importRunId: id };
    expect(await client.imports.cancel(names)).toMatchObject({ status: "cancelled", reason: "It was cancelled." });
    const { platform } = await openWorkspaceAt(folder);
    await platform.jobsSettled();
    await platform.close();
    expect((await client.imports.get(names)).status).toBe("cancelled");
    expect(await paths(waiting, space)).toEqual([]);
  });

  it("leaves nothing in the search index if it is cancelled while it indexes", async () => {
    const workspace = await openWorkspace();
    const { client, organization, platform } = workspace;
    const space = await makeSpace(workspace);
    const pages = Array.from({ length: 2_000 }, (_, index) => ({ name: `${index}.md`, content: `# Bed ${index}\n` }));
    const key = await upload(workspace, "beds.zip", zip(pages));
    const start = { source: { type: "file" as const, files: [key] }, target: { space } };
    const { id } = await client.imports.start({ organizationId: organization, ...start });
    const sections = () => platform.database.read((queries) => queries.selectFrom("section").select("id").execute());
    while ((await sections()).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await client.imports.cancel({ organizationId: organization, importRunId: id });
    await platform.jobsSettled();
    expect(await sections()).toEqual([]);
    expect(await paths(workspace, space)).toEqual([]);
  });

  it.each([
    ["an archive named as an earlier file", ["moss.md", "moss.md.zip"], "moss.md.zip would be unpacked to moss.md"],
    ["an archive named as a later file", ["moss.md.zip", "moss.md"], "moss.md has the same name as another"],
    ["an archive that would be unpacked to a folder above", ["...zip", "moss.md"], "...zip has a name that imports"],
    ["an archive named as a folder of tools", ["node_modules.zip", "moss.md"], "node_modules.zip has a name that"],
  ])("reports %s at the first attempt", async (_, names, reason) => {
    const workspace = await openWorkspace();
    const space = await makeSpace(workspace);
    const files = [];
    for (const name of names) {
      files.push(await upload(workspace, name, name.endsWith(".zip") ? zip(docs) : Buffer.from("# Moss\n")));
    }
    const run = await runImport(workspace, { source: { type: "file", files }, target: { space } });
    expect(run).toMatchObject({ status: "failed", reason: expect.stringContaining(reason) as string });
    expect(await paths(workspace, space)).toEqual([]);
  });

  it.each([
    ["that no file system allows", "é".repeat(150)],
    ["that leads out of the folder", "../moss.md"],
  ])("rejects an upload with a name %s", async (_, name) => {
    const { platform, token } = await openWorkspace();
    const url = `http://localhost/uploads?name=${encodeURIComponent(name)}`;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await platform.fetch(new Request(url, { method: "POST", headers, body: "# Moss\n" }));
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("name: give the file's name"),
    ]);
  });

  it.each([
    ["an invalid escape", "%zz.md"],
    ["an incomplete character", "%E0%A4%A.md"],
    ["a name longer than file systems allow", `${"%C3%A9".repeat(300)}.md`],
  ])("imports a page from a URL that ends in %s", async (_, name) => {
    const server = createServer((_, response) => response.end("# Moss\n")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
    const workspace = await openWorkspace({ outbound: createOutbound((address) => address === "127.0.0.1") });
    const space = await makeSpace(workspace);
    const run = await runImport(workspace, { source: { type: "website", url }, target: { space } });
    expect(run).toMatchObject({ status: "completed" });
    expect(await paths(workspace, space)).toHaveLength(1);
  });

  it("imports an archive from a URL, through the gate for users' URLs", async () => {
    const server = createServer((_, response) => response.end(zip(docs))).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs.zip`;
    const source = { type: "website" as const, url };
    const guarded = await openWorkspace();
    const refused = await runImport(guarded, { source, target: { space: await makeSpace(guarded) } });
    expect(refused).toMatchObject({ status: "failed" });
    expect(refused.reason).toContain("is not at a public address");
    const open = await openWorkspace({ outbound: createOutbound((address) => address === "127.0.0.1") });
    const space = await makeSpace(open);
    expect(await runImport(open, { source, target: { space } })).toMatchObject({ status: "completed" });
    expect(await paths(open, space)).toEqual(["readme", "plants", "plants/moss"]);
  });

  it("imports the main branch of a repository, or a named one, with its redirects", async () => {
    const server = await startGitServer();
    const files = Object.fromEntries(docs.map(({ name, content }) => [name.replace("docs-main/", ""), content]));
    server.commit({ ...files, ".gitbook.yaml": "redirects:\n  lawn: plants/moss.md\n" });
    server.commit({ "README.md": "# Next\n" }, { branch: "next" });
    const guarded = await openWorkspace();
    const source = { type: "website" as const, url: server.url };
    const refused = await runImport(guarded, { source, target: { space: await makeSpace(guarded) } });
    expect(refused.reason).toContain("is not at a public address");

    const workspace = await openWorkspace({ outbound: createOutbound((address) => address === "127.0.0.1") });
    const { client } = workspace;
    const space = await makeSpace(workspace);
    const run = await runImport(workspace, { source, target: { space } });
    expect(run).toMatchObject({ status: "completed", source });
    expect(await paths(workspace, space)).toEqual(["readme", "plants", "plants/moss"]);
    expect(await client.pages.getByPath({ spaceId: space, pagePath: "lawn" })).toMatchObject({ title: "Moss" });

    const { id: changeRequest } = await client.changeRequests.create({ spaceId: space });
    const next = { type: "website" as const, url: `${server.url}#next` };
    const target = { space, changeRequest };
    expect(await runImport(workspace, { source: next, target })).toMatchObject({ status: "completed" });
    const { pages } = await client.changeRequestContent.pages({ spaceId: space, changeRequestId: changeRequest });
    expect(pages.map(({ title }) => title)).toEqual(["Garden", "Plants", "Next"]);
    const none = { type: "website" as const, url: `${server.url}#none` };
    const failed = await runImport(workspace, { source: none, target: { space } });
    expect(failed).toMatchObject({ status: "failed", reason: expect.stringContaining("remote ref") as string });
    expect(await contentFaults(workspace.platform)).toEqual([]);
  });

  it("rejects another user's upload", async () => {
    const workspace = await openWorkspace();
    const space = await makeSpace(workspace);
    const { client, organization, platform } = workspace;
    const key = await upload(workspace, "a.md", Buffer.from("# A\n"));
    await platform.database.write((queries) => queries.updateTable("upload").set({ user: "another" }).execute());
    const start = { source: { type: "file" as const, files: [key] }, target: { space } };
    await expect(client.imports.start({ organizationId: organization, ...start })).rejects.toThrow("no upload");
  });
});
