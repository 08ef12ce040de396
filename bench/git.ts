import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../src/client/client.ts";
import { ensureLocalToken, ensureWorkspace } from "../src/platform/access/local-workspace.ts";
import { createOutbound } from "../src/platform/outbound/outbound.ts";
import { anyRemote } from "../src/platform/outbound/trusted-remotes.ts";
import { openPlatform } from "../src/platform/platform.ts";
import { generatePages, writeDocs } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, timed } from "./measurement.ts";
import { withFolder } from "./workspace.ts";

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
  const count = Number(process.env.COPYDESK_BENCH_GIT_PAGES ?? (quick ? 100 : 1_000));
  return withFolder("git", async (folder) => {
    const [work, bare, out] = ["work", "bare.git", "out.git"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(work);
    const pages = generatePages(count);
    writeDocs(work, pages);
    git(folder, ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
    git(folder, ["init", "--quiet", "--bare", "--initial-branch=main", out]);
    git(work, ["init", "--quiet", "--initial-branch=main"]);
    const commit = (message: string) => {
      git(work, ["add", "--all"]);
      git(work, ["commit", "--quiet", "-m", message]);
      git(work, ["push", "--quiet", bare, "main"]);
    };
    commit("First");
    const outbound = createOutbound(() => true, anyRemote);
    const platform = await openPlatform({ folder: join(folder, "data"), outbound });
    try {
      const { organization, user } = await ensureWorkspace(platform.database, platform.now());
      const token = await ensureLocalToken(platform.database, join(folder, "data"), user, platform.now());
      const client = createClient({ baseUrl: "http://localhost", token, fetch: (request) => platform.fetch(request) });
      const { id: spaceId } = await client.spaces.create({ organizationId: organization });
      const settle = async () => {
        await platform.jobsSettled();
        const { operation } = await client.git.getInfo({ spaceId });
        if (operation?.state !== "success") throw new Error(`Git: ${operation?.error}`);
      };
      const ref = "refs/heads/main";
      const importOnce = () => timed(() => client.git.import({ spaceId, url: `file://${bare}`, ref }).then(settle));
      const exportOnce = (url: string) =>
        timed(() =>
          client.git.export({ spaceId, url: `file://${url}`, ref, commitMessage: "Bench", force: true }).then(settle),
        );

      const first = await importOnce();
      const rawFirst = await timed(() => fetchAndRead(folder, bare));
      writeFileSync(join(work, pages[7]?.path ?? ""), "# Changed\n\nOne page.\n");
      commit("Second");
      const one = await importOnce();
      const rawOne = await timed(() => fetchAndRead(folder, bare));
      const none = await importOnce();
      const exported = await exportOnce(out);
      const rawExported = await timed(() =>
        fastImport(
          folder,
          work,
          pages.map(({ path }) => path),
        ),
      );
      const again = await exportOnce(out);
      const against = (name: string, value: number) => ({ name, value });
      return {
        rows: [
          { what: "first import", value: first, against: against("git fetch and cat-file", rawFirst), unit: "ms" },
          {
            what: "import of one changed page",
            value: one,
            against: against("git fetch and cat-file", rawOne),
            unit: "ms",
          },
          {
            what: "import of nothing new",
            value: none,
            against: against("git fetch and cat-file", rawOne),
            unit: "ms",
          },
          { what: "first export", value: exported, against: against("git fast-import", rawExported), unit: "ms" },
          { what: "export of nothing new", value: again, against: against("git fast-import", rawExported), unit: "ms" },
        ],
        notes: [
          `${count} pages of 3 KB in a repository on this disk; COPYDESK_BENCH_GIT_PAGES=10000 for more. The platform also plans the tree, stores, and indexes for search; Git alone moves bytes.`,
        ],
      };
    } finally {
      await platform.close();
    }
  });
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
