import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../../../src/client/client.ts";
import { openPlatform, type Platform, type PlatformOptions } from "../../../../src/platform/index.ts";
import { ensureLocalToken, ensureWorkspace } from "../../../../src/platform/workspace/spaces/local-workspace.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { programFile } from "../../../support/program-file.ts";
import { pathsOf } from "../../content/desk.ts";
import { gitBelow } from "../../kernel/jobs/storm-scene.ts";
import { loopback } from "./git-desk.ts";
import { type ServerOptions, startGitServer } from "./git-server.ts";

const worker = programFile(import.meta.dirname, "crash-worker.ts");

const pages = 120;

const handbook = (edition: number) =>
  Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [
      `part-${index % 7}/page-${index}.md`,
      `# Page ${index}\n\nEdition ${edition}.\n\n${"Some words of it. ".repeat(100)}\n`,
    ]),
  );

/** When to kill a process: this many milliseconds after it started, or when it sends or has received this. */
type Moment = number | { readonly asks: RegExp } | { readonly wasAnswered: RegExp };

/** A data folder that one process after another works on, and a repository. */
async function openScene(answer: NonNullable<ServerOptions["answer"]> = () => false) {
  let watch: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = await startGitServer({
    answer(request, response) {
      watch(request, response);
      return answer(request, response);
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "git-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let later = 0;
  const open = async (jobs?: NonNullable<PlatformOptions["jobs"]>) => {
    const now = () => new Date(Date.now() + later);
    const platform = await openPlatform({ folder, outbound: loopback(), now, ...(jobs && { jobs }) });
    const { organization, user } = await ensureWorkspace(platform.database, platform.now());
    const token = await ensureLocalToken(platform.database, folder, user, platform.now());
    const client = createClient({ baseUrl: "http://localhost", token, fetch: (request) => platform.fetch(request) });
    return { platform, client, organization };
  };

  async function killAt(child: ChildProcess, moment: Moment): Promise<void> {
    const kill = () => child.kill("SIGKILL");
    if (typeof moment === "number") {
      await once(child.stdout as NodeJS.ReadableStream, "data");
      setTimeout(kill, moment);
    } else {
      watch = (request, response) => {
        const asked = `${request.method} ${request.url}`;
        if ("asks" in moment && moment.asks.test(asked)) kill();
        if ("wasAnswered" in moment && moment.wasAnswered.test(asked)) response.on("finish", kill);
      };
    }
    await once(child, "close");
    watch = () => {};
  }

  /** Lets a process start what is waiting, kills it, and lets another one finish it. */
  async function crash(moment: Moment): Promise<void> {
    const child = spawn(process.execPath, [worker, folder, String(later)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await killAt(child, moment);
    later += 31_000;
  }

  return { server, open, crash, folder };
}

const revisions = (platform: Platform) =>
  platform.database.read((queries) => queries.selectFrom("revision").select("id").execute());

const settle = async (
  { platform, client }: Awaited<ReturnType<Awaited<ReturnType<typeof openScene>>["open"]>>,
  spaceId: string,
) => {
  await platform.jobsSettled();
  return (await client.git.getInfo({ spaceId })).operation;
};

describe("a process that is killed", () => {
  it.runIf(process.platform === "linux")("leaves no running Git behind", async () => {
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { server, open, folder } = await openScene((_, response) => {
      // Enough not to be stopped for being slow.
      const timer = setInterval(() => response.write("x".repeat(1000)), 100);
      response.on("close", () => clearInterval(timer));
      asked();
      return true;
    });
    const before = await open({});
    const { id: spaceId } = await before.client.spaces.create({ organizationId: before.organization, title: "Slow" });
    await before.client.git.import({ spaceId, url: server.url, ref: "refs/heads/main" });
    await before.platform.close();
    const child = spawn(process.execPath, [worker, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await isAsked;
    expect(gitBelow(folder)).not.toEqual([]);
    child.kill("SIGKILL");
    await once(child, "close");
    for (let count = 0; count < 100 && gitBelow(folder).length > 0; count += 1) await sleep(100);
    expect(gitBelow(folder)).toEqual([]);
  });

  it("leaves nothing half imported when it imports, and another one finishes the imports, once", async () => {
    const { server, open, crash, folder } = await openScene();
    const first = await open({});
    const { id: spaceId } = await first.client.spaces.create({ organizationId: first.organization, title: "Handbook" });
    await first.platform.close();
    const moments: Moment[] = [{ asks: /upload-pack/ }, Math.random() * 400, 400 + Math.random() * 600];
    for (const [edition, moment] of moments.entries()) {
      server.commit({ ...handbook(edition), [`part-0/only-${edition}.md`]: "# Only\n" });
      const before = await open({});
      const had = await revisions(before.platform);
      await before.client.git.import({ spaceId, url: server.url, ref: "refs/heads/main" });
      await before.platform.close();
      await crash(moment);

      const after = await open({});
      const count = (await revisions(after.platform)).length - had.length;
      const shown = pathsOf((await after.client.pages.list({ spaceId })).pages).filter((path) =>
        path.includes("page-"),
      );
      expect([0, 1], `${JSON.stringify(moment)}`).toContain(count);
      if (edition === 0) expect(shown).toHaveLength(count * pages);
      await after.platform.close();

      const last = await open();
      expect(await settle(last, spaceId)).toMatchObject({ state: "success" });
      expect(await revisions(last.platform)).toHaveLength(had.length + 1);
      const page = await last.client.pages.getByPath({ spaceId, pagePath: "part-3/page-3", format: "markdown" });
      expect(page.markdown).toContain(`Edition ${edition}.`);
      expect(pathsOf((await last.client.pages.list({ spaceId })).pages)).toContain(`part-0/only-${edition}`);
      expect(await contentFaults(last.platform)).toEqual([]);
      await last.platform.close();
    }
    expect(readdirSync(join(folder, "git"))).toHaveLength(1);
  });

  it("makes each commit once when it exports, and the space recognizes it as its own", async () => {
    const { server, open, crash } = await openScene();
    server.commit(handbook(0));
    const first = await open();
    const { client, organization } = first;
    const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Handbook" });
    await client.git.import({ spaceId, url: server.url, ref: "refs/heads/main" });
    await settle(first, spaceId);
    const { id: page } = await client.pages.getByPath({ spaceId, pagePath: "part-3/page-3" });
    await first.platform.close();
    const moments: Moment[] = [
      { asks: /POST .*receive-pack/ },
      { wasAnswered: /POST .*receive-pack/ },
      Math.random() * 800,
    ];
    for (const [edition, moment] of moments.entries()) {
      const before = await open({});
      const { id: changeRequestId } = await before.client.changeRequests.create({ spaceId });
      const document = { markdown: `# Page 3\n\nFrom here, ${edition}.\n` };
      const changes = [{ operation: "update_page", page, document } as const];
      await before.client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
      await before.client.changeRequests.merge({ spaceId, changeRequestId });
      await before.client.git.export({
        spaceId,
        url: server.url,
        ref: "refs/heads/main",
        commitMessage: `Edition ${edition}`,
      });
      await before.platform.close();
      await crash(moment);

      const last = await open();
      expect(await settle(last, spaceId), `${JSON.stringify(moment)}`).toMatchObject({ state: "success" });
      expect(server.count()).toBe(edition + 2);
      expect(server.changed()).toEqual(["part-3/page-3.md"]);
      expect(server.files()["part-3/page-3.md"]).toBe(document.markdown);
      expect((await last.client.revisions.current({ spaceId })).git).toMatchObject({
        oid: server.git("rev-parse", "main").trim(),
        message: `Edition ${edition}`,
        createdByService: true,
      });
      // The commit is the space's own, so an import has nothing to do.
      const had = await revisions(last.platform);
      await last.client.git.import({ spaceId, url: server.url, ref: "refs/heads/main" });
      expect(await settle(last, spaceId)).toMatchObject({ state: "success" });
      expect(await revisions(last.platform)).toEqual(had);
      await last.platform.close();
    }
  });
});
