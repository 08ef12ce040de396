import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSession } from "../../../../src/platform/access/sessions-rows.ts";
import { claimDraft } from "../../../../src/platform/content/search/section-numbers-rows.ts";
import type { Platform } from "../../../../src/platform/index.ts";
import { addSpending } from "../../../../src/platform/kernel/spending-rows.ts";
import { sweep } from "../../../../src/platform/operations/upkeep/sweep.ts";
import { type GitDesk, openGitDesk } from "../../exchange/git/git-desk.ts";
import { startGitServer } from "../../exchange/git/git-server.ts";
import { temporaryFolder } from "../../exchange/space-files/temporary-folder.ts";

const day = 24 * 60 * 60 * 1000;

const sweepIn = async ({ platform, folder }: GitDesk, days: number, temporary?: string) =>
  sweep({
    database: platform.database,
    folder,
    now: () => new Date(Date.now() + days * day).toISOString(),
    temporary: temporary ?? (await temporaryFolder()),
  });

const rows = (platform: Platform, table: "job" | "git_blob") =>
  platform.database.read((queries) => queries.selectFrom(table).selectAll().execute());

async function imported() {
  const server = await startGitServer();
  const desk = await openGitDesk();
  for (const edition of [1, 2, 3]) {
    server.commit({ "README.md": `# Home ${edition}\n` });
    await desk.import(server.url);
  }
  return { server, desk };
}

describe("the daily cleanup", () => {
  it("removes jobs that ended a month ago, except the last of a space and those of import runs", async () => {
    const { server, desk } = await imported();
    const { client, organization: organizationId, space } = desk;
    const source = { type: "website", url: server.url } as const;
    const run = await client.imports.start({ organizationId, source, target: { space } });
    await desk.platform.jobsSettled();
    expect(await rows(desk.platform, "job")).toHaveLength(4);
    await sweepIn(desk, 29);
    expect(await rows(desk.platform, "job")).toHaveLength(4);
    await sweepIn(desk, 31);
    expect((await rows(desk.platform, "job")).map(({ kind }) => kind).sort()).toEqual(["git-import", "import"]);
    expect((await client.git.getInfo({ spaceId: space })).operation).toMatchObject({ state: "success" });
    expect(await client.imports.get({ organizationId, importRunId: run.id })).toMatchObject({ status: "completed" });
  });

  it("removes sessions that have expired", async () => {
    const desk = await openGitDesk();
    const { database, now } = desk.platform;
    const session = { user: "somebody", signInMethod: "link", userAgent: undefined };
    await database.write((queries) => createSession(queries, { ...session, now: now() }));
    const sessions = () => database.read((queries) => queries.selectFrom("session").selectAll().execute());
    await sweepIn(desk, 29);
    expect(await sessions()).toHaveLength(1);
    await sweepIn(desk, 31);
    expect(await sessions()).toEqual([]);
  });

  it("removes clones that were not used for a week, which the next import recreates", async () => {
    const { server, desk } = await imported();
    const clones = join(desk.folder, "git");
    await sweepIn(desk, 6);
    expect(readdirSync(clones)).toHaveLength(1);
    mkdirSync(join(clones, "gone-half"));
    await sweepIn(desk, 8);
    expect(readdirSync(clones)).toEqual([]);
    server.commit({ "README.md": "# Home again\n" });
    expect((await desk.import(server.url)).state).toBe("success");
    expect((await desk.page("readme")).title).toBe("Home again");
  });

  it("removes no clone during an import or export", async () => {
    const { desk } = await imported();
    await desk.platform.database.write((queries) => queries.updateTable("job").set({ state: "running" }).execute());
    await sweepIn(desk, 8);
    expect(readdirSync(join(desk.folder, "git"))).toHaveLength(1);
  });

  it("removes data about files that no import found for two months", async () => {
    const { server, desk } = await imported();
    expect(await rows(desk.platform, "git_blob")).toHaveLength(3);
    const long = new Date(Date.now() - 30 * day).toISOString();
    await desk.platform.database.write((queries) => queries.updateTable("git_blob").set({ used_at: long }).execute());
    server.commit({ "new.md": "# New\n" });
    await desk.import(server.url);
    await sweepIn(desk, 31);
    // The page of the last edition was found again.
    expect(await rows(desk.platform, "git_blob")).toHaveLength(2);
    expect((await desk.page("readme")).title).toBe("Home 3");
  });

  it("removes what a killed process indexed of pages that no content has", async () => {
    const desk = await openGitDesk();
    const { database, now } = desk.platform;
    const numbers = () => database.read((queries) => queries.selectFrom("section_space").select("space").execute());
    await database.write((queries) => claimDraft(queries, { space: "any", name: "killed", now: now() }));
    await sweepIn(desk, 0.9);
    expect(await numbers()).toHaveLength(1);
    await sweepIn(desk, 2);
    expect(await numbers()).toEqual([]);
  });

  it("removes temporary folders of killed processes, and nothing else beside them", async () => {
    const desk = await openGitDesk();
    const temporary = await temporaryFolder();
    const elsewhere = await temporaryFolder({ "kept.md": "x" });
    const old = new Date(Date.now() - 2 * day);
    for (const name of [
      "copydesk-import-Jobs0Id-aB3dE6",
      "copydesk-git-aB3dE6",
      "copydesk-other",
      "other-import-aB3dE6",
    ]) {
      mkdirSync(join(temporary, name));
      writeFileSync(join(temporary, name, "file"), "x");
      utimesSync(join(temporary, name), old, old);
    }
    mkdirSync(join(temporary, "copydesk-import-nEw123"));
    symlinkSync(elsewhere, join(temporary, "copydesk-import-liNk12"));
    symlinkSync(elsewhere, join(temporary, "copydesk-other", "link"));
    await sweepIn(desk, 0, temporary);
    expect(readdirSync(temporary).sort()).toEqual([
      "copydesk-import-liNk12",
      "copydesk-import-nEw123",
      "copydesk-other",
      "other-import-aB3dE6",
    ]);
    expect(existsSync(join(elsewhere, "kept.md"))).toBe(true);
  });

  it("runs in only one of the processes that share the data", async () => {
    const desk = await openGitDesk();
    expect(await Promise.all([sweepIn(desk, 0), sweepIn(desk, 0)])).toEqual(expect.arrayContaining([true, false]));
    expect(await sweepIn(desk, 0.5)).toBe(false);
    expect(await sweepIn(desk, 1)).toBe(true);
  });
});

it("spending is kept for more than a year", async () => {
  const desk = await openGitDesk();
  const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
  const [kept, gone] = [dayBefore(398), dayBefore(402)];
  await desk.platform.database.write(async (queries) => {
    for (const one of [kept, gone]) await addSpending(queries, "model-tokens", one, 100);
  });
  await sweepIn(desk, 0);
  const days = await desk.platform.database.read((queries) => queries.selectFrom("spending").select("day").execute());
  expect(days).toEqual([{ day: kept }]);
});
