import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "../src/client/client.ts";
import { generatePages, writeDocs } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, type Row, timed } from "./measurement.ts";
import { withService } from "./service.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, withFolder } from "./workspace.ts";

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.com",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.com",
};

const git = (folder: string, args: string[], input?: Uint8Array) =>
  execFileSync("git", args, { cwd: folder, env: environment, ...(input === undefined ? {} : { input }) });

/** Import from and export to a repository on this disk, all of it and one page, against Git alone moving the same files. */
export async function measureGit({ quick }: MeasureOptions): Promise<Measurement> {
  const given = process.env.BENCH_GIT_PAGES;
  const counts = given === undefined ? (quick ? [100] : [1_000, 10_000]) : given.split(",").map(Number);
  const measured: Measurement[] = [];
  for (const count of counts) measured.push(await withFolder("git", (folder) => measureAt(folder, count)));
  return {
    rows: measured.flatMap(({ rows }) => rows),
    notes: [
      ...measured.flatMap(({ notes }) => notes),
      "Pages of 3 KB in a repository on this disk; BENCH_GIT_PAGES=1000,10000 sets how many. The platform also plans the tree, of one change its page alone, stores, and indexes for search; Git alone moves bytes.",
    ],
  };
}

async function measureAt(folder: string, count: number): Promise<Measurement> {
  const [work, bare, out] = ["work", "bare.git", "out.git"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(work);
  const paths = writePages(work, count);
  git(folder, ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
  git(folder, ["init", "--quiet", "--bare", "--initial-branch=main", out]);
  git(work, ["init", "--quiet", "--initial-branch=main"]);
  const commit = (message: string) => {
    git(work, ["add", "--all"]);
    git(work, ["commit", "--quiet", "-m", message]);
    git(work, ["push", "--quiet", bare, "main"]);
  };
  commit("First");
  const data = join(folder, "data");
  const { platform, token, organization } = await openWorkspace(data);
  await platform.close();
  const program = copydesk(data, ["serve", "--port", "0", "--git-hosts", `file://${folder}`]);
  return withService(program, async ({ api, pid }) => {
    const client = createClient({ baseUrl: api.replace(/\/v1$/, ""), token });
    const { id: spaceId } = await client.spaces.create({ organizationId: organization });
    const settle = async () => {
      for (;;) {
        const { operation } = await client.git.getInfo({ spaceId });
        if (operation?.state === "success") return;
        if (operation?.state === "failure") throw new Error(`Git: ${operation.error}`);
        await sleep(5);
      }
    };
    const ref = "refs/heads/main";
    const importOnce = () => timed(() => client.git.import({ spaceId, url: `file://${bare}`, ref }).then(settle));
    const exportOnce = (url: string, force = false) =>
      timed(() =>
        client.git.export({ spaceId, url: `file://${url}`, ref, commitMessage: "Bench", force }).then(settle),
      );
    const changed = paths[7] ?? "";

    const [before, megabytes] = [processorOf(pid), peakMegabytes(pid)];
    const first = await importOnce();
    const [firstProcessor, peak] = [processorOf(pid) - before, peakMegabytes(pid)];
    const rawFirst = await timed(() => fetchAndRead(folder, bare));
    writeFileSync(join(work, changed), "# Changed\n\nOne page.\n");
    commit("Second");
    const one = await importOnce();
    const rawOne = await timed(() => fetchAndRead(folder, bare));
    const none = await importOnce();
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
    const { id: page } = await client.pages.getByPath({ spaceId, pagePath: await pathAt(client, spaceId, changed) });
    const changes = [{ operation: "update_page", page, document: { markdown: "# Changed\n\nOnce more.\n" } } as const];
    await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
    await client.changeRequests.merge({ spaceId, changeRequestId });
    const exportedOne = await exportOnce(bare);
    const rawOneExported = await timed(() => fastImport(folder, work, [changed]));
    const again = await exportOnce(bare);
    const exported = await exportOnce(out, true);
    const rawExported = await timed(() => fastImport(folder, work, paths));
    const row = (what: string, value: number, name: string, raw: number): Row => ({
      what: `${what}, ${count.toLocaleString("en")} pages`,
      value,
      against: { name, value: raw },
      unit: "ms",
    });
    const rows: Row[] = [
      row("first import", first, "git fetch and cat-file", rawFirst),
      ...(count < 10_000
        ? []
        : [
            againstGoal(`first import, ${count.toLocaleString("en")} pages`, first, 5000, "ms"),
            againstGoal("memory of that import at most", peak, 300, "MB"),
          ]),
      {
        ...row("import of one changed page", one, "git fetch and cat-file", rawOne),
        // With fewer pages, starting Git would dominate.
        ...(count < 10_000 ? {} : { goal: { atMost: 1.2 } }),
      },
      row("import of nothing new", none, "git fetch and cat-file", rawOne),
      row("first export", exported, "git fast-import", rawExported),
      row("export of one changed page", exportedOne, "git fast-import of it", rawOneExported),
      row("export of nothing new", again, "git fast-import of one", rawOneExported),
    ];
    const processor = `${Math.round(firstProcessor)} ms of the processor, without Git`;
    const memory = `the service had ${Math.round(megabytes)} MB at most before, ${Math.round(peak)} MB after`;
    return { rows, notes: [`The first import of ${count.toLocaleString("en")} pages took ${processor}; ${memory}.`] };
  });
}

/** Writes the pages and returns their paths. */
function writePages(folder: string, count: number): string[] {
  const pages = generatePages(count);
  writeDocs(folder, pages);
  return pages.map(({ path }) => path);
}

/** The most memory the process has had in use, as Linux counts it. */
function peakMegabytes(pid: number): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Milliseconds of the processor that a process has used, of which Linux counts a hundred a second. */
function processorOf(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15).map(Number);
  return (user + system) * 10;
}

async function pathAt(client: Client, spaceId: string, source: string): Promise<string> {
  const waiting = [...(await client.pages.list({ spaceId })).pages];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (page.git?.path === source) return page.path ?? "";
    waiting.push(...(page.pages ?? []));
  }
  throw new Error(`There is no page of ${source}`);
}

let clones = 0;

function fetchAndRead(folder: string, bare: string): void {
  clones += 1;
  const clone = join(folder, `clone-${clones}.git`);
  git(folder, ["init", "--quiet", "--bare", clone]);
  git(clone, ["fetch", "--quiet", "--depth=1", `file://${bare}`, "main:main"]);
  const oids = git(clone, ["ls-tree", "-r", "--object-only", "main"]);
  execFileSync("git", ["cat-file", "--batch"], { cwd: clone, env: environment, input: oids, maxBuffer: 1 << 30 });
}

function fastImport(folder: string, work: string, paths: readonly string[]): void {
  clones += 1;
  const repository = join(folder, `import-${clones}.git`);
  git(folder, ["init", "--quiet", "--bare", repository]);
  const parts = [Buffer.from("commit refs/heads/main\ncommitter Bench <bench@example.com> 0 +0000\ndata 5\nBench\n")];
  for (const path of paths) {
    const bytes = readFileSync(join(work, path));
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${bytes.length}\n`), bytes, Buffer.from("\n"));
  }
  git(repository, ["fast-import", "--quiet"], Buffer.concat(parts));
}
