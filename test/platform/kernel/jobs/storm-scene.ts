import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Answer, rawRequest, readAnswer, type Service, startService } from "../../../pins/service.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { startModelEndpoint } from "../../../support/model-endpoint.ts";
import { startTranslationService } from "../../../support/translation-service.ts";
import { computedFrom } from "../../content/computed/computed-desk.ts";
import { describing } from "../../content/openapi/spec-desk.ts";
import { startGitServer } from "../../exchange/git/git-server.ts";
import { tarGz } from "../../exchange/space-files/archives.ts";
import { goodAnalyst } from "../../knowledge/conversations/scripted-analyst.ts";

const talks = [
  (id: number) => `The custom domain ${id} is not verified.`,
  (id: number) => `Webhook deliveries arrive twice at endpoint ${id}.`,
  (id: number) => `The PDF export of space ${id} stops with a timeout.`,
];
const range = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at));
const handbook = (count: number) =>
  range(count, (index): [string, string] => [
    `part-${index % 7}/page-${index}.md`,
    `# Page ${index}\n\n${"Some words of it. ".repeat(100)}\n`,
  ]);

export interface Scene {
  readonly folder: string;
  readonly token: string;
  /** Flags of the program that runs the jobs. */
  readonly flags: readonly string[];
  /** All results of the jobs, without ids and times. */
  outcome(): Promise<object>;
  close(): Promise<void>;
}

/** A data folder with a waiting job of every kind, and the servers that the jobs call. */
export async function openScene({ withModel, size }: { withModel: boolean; size: number }): Promise<Scene> {
  const get = { responses: { 200: { description: "Well" } } };
  const paths = (count: number) =>
    describing(Object.fromEntries(range(count, (index) => [`/tides/${index}`, { get }])));
  const first = await startService(mkdtempSync(join(tmpdir(), "storm-")));
  first.setTime(new Date().toISOString());
  await callOf(first)(`PUT /v1/orgs/${first.organization}/openapi/waves`, { source: { text: paths(size) } });
  await first.platform.jobsSettled();
  await first.platform.close();
  const service = await startService(first.folder, { jobs: {} });
  service.setTime(new Date().toISOString());
  const { organization, folder, token } = service;
  const source = await startGitServer();
  const target = await startGitServer();
  const translator = await startTranslationService();
  translator.slow(5);
  onTestFinished(() => translator.close());
  const model = withModel ? await startModelEndpoint(goodAnalyst) : undefined;
  const call = callOf(service);
  const makeSpace = async (title: string) =>
    (await call<{ id: string }>(`POST /v1/orgs/${organization}/spaces`, { title })).id;

  source.commit(Object.fromEntries(handbook(size)));
  target.commit({ "README.md": "# Before\n" });
  const imported = await makeSpace("From Git");
  await call(`POST /v1/spaces/${imported}/git/import`, { url: source.url, ref: "refs/heads/main" });

  const exported = await makeSpace("To Git");
  await edit(service, exported, size);
  await call(`POST /v1/spaces/${exported}/git/export`, {
    url: target.url,
    ref: "refs/heads/docs",
    commitMessage: "All of it",
  });

  const archived = await makeSpace("From an archive");
  const key = await upload(
    service,
    await tarGz(handbook(size).map(([name, content]) => ({ name: `docs/${name}`, content }))),
  );
  await call(`POST /v1/org/${organization}/imports`, {
    source: { type: "file", files: [key] },
    target: { space: archived },
  });

  await call(`PUT /v1/orgs/${organization}/openapi/tides`, { source: { text: paths(size * 20) } });
  const computed = await makeSpace("Computed");
  const reference = { operation: "insert_page", computed: computedFrom("waves") };
  await publish(service, computed, [[reference]]);

  await call(
    `POST /v1/orgs/${organization}/conversations`,
    range(withModel ? 45 : size * 6, (id) => ({
      id: `talk-${id}`,
      parts: [{ type: "message", role: "user", body: talks[id % 3]?.(id) }],
    })),
  );

  const translated = await makeSpace("To translate");
  await edit(service, translated, size);
  const { id: translation } = await call<{ id: string }>(`POST /v1/orgs/${organization}/translations`, {
    source: { space: translated, language: "en" },
    language: "de",
  });
  await call(`POST /v1/orgs/${organization}/translations/${translation}/run`);
  await service.platform.close();

  const isPushed = () => target.git("for-each-ref", "refs/heads/docs") !== "";
  return {
    folder,
    token,
    flags: [
      ...["--data", folder, "--git-hosts", "127.0.0.1"],
      ...[
        "--translation-provider",
        "deepl",
        "--translation-url",
        translator.url,
        "--translation-key",
        "key-of-the-operator",
      ],
      ...(model === undefined ? [] : ["--model-url", model.settings.url, "--model", "small"]),
    ],
    async outcome() {
      const after = await startService(folder, { jobs: {} });
      after.setTime(new Date().toISOString());
      try {
        return {
          ...(await tablesOf(after)),
          content: await contentOf(after),
          faults: await contentFaults(after.platform),
          ...(isPushed() ? { branch: target.files("docs"), commits: target.count("docs") } : {}),
          leftInClones: readdirSync(join(folder, "git"), { recursive: true, encoding: "utf8" }).filter((path) =>
            /\.lock$|tmp_|fast_import_crash_/.test(path),
          ),
        };
      } finally {
        await after.platform.close();
      }
    },
    close: () => startService(folder).then((last) => last.close()),
  };
}

type Call = <Answered = unknown>(line: string, body?: unknown) => Promise<Answered>;

const callOf =
  (service: Service): Call =>
  async <Answered>(line: string, body?: unknown) => {
    const answer: Answer = await service.send(line, body === undefined ? {} : { body: JSON.stringify(body) });
    expect(answer.status, `${line}: ${answer.text}`).toBeLessThan(300);
    return answer.json as Answered;
  };

async function edit(service: Service, space: string, size: number): Promise<void> {
  const pages = range(size, (index) => ({
    operation: "insert_page",
    title: `Page ${index}`,
    document: { markdown: `Text ${index} with \`code\`.\n\nAnd ${index} more words.` },
  }));
  await publish(
    service,
    space,
    range(Math.ceil(size / 50), (batch) => pages.slice(batch * 50, batch * 50 + 50)),
  );
}

async function publish(service: Service, space: string, batches: readonly (readonly object[])[]): Promise<void> {
  const call = callOf(service);
  const { id } = await call<{ id: string }>(`POST /v1/spaces/${space}/change-requests`, {});
  for (const changes of batches) {
    await call(`POST /v1/spaces/${space}/change-requests/${id}/content`, { changes });
  }
  await call(`POST /v1/spaces/${space}/change-requests/${id}/merge`);
}

async function upload({ platform, token }: Service, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await readAnswer(
    await platform.fetch(rawRequest("POST /uploads?name=docs.tar.gz", token, { body: bytes })),
  );
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { key: string }).key;
}

/** The number of rows of every table that shows whether something was done twice, and how the jobs ended. */
async function tablesOf({ platform }: Service): Promise<object> {
  return platform.database.read(async (queries) => {
    const jobs = await queries.selectFrom("job").selectAll().orderBy("kind").execute();
    const issues = await queries.selectFrom("conversation_issue").select(["conversation", "title"]).execute();
    const count = async (table: Parameters<typeof queries.selectFrom>[0] & string) => {
      const rows = await queries
        .selectFrom(table as "revision")
        .selectAll()
        .execute();
      return [table, rows.length] as const;
    };
    const counted = [
      ...(["revision", "change_request", "space", "openapi_version", "issue_cluster"] as const),
      ...(["translation_memory", "translation_task", "translation_page", "upload"] as const),
    ];
    const translations = await queries.selectFrom("translation").select(["runs", "total_words", "run_root"]).execute();
    return {
      jobs: jobs.map(({ kind, state, error, lease_owner }) => ({ kind, state, error, lease_owner })),
      progress: jobs.filter(({ done, total }) => total !== null && done > total),
      issues: issues.map(({ conversation, title }) => `${conversation}: ${title}`).sort(),
      translations,
      rows: Object.fromEntries(await Promise.all(counted.map(count))),
    };
  });
}

/** The pages of every space and change request, as Markdown. */
async function contentOf(service: Service): Promise<object> {
  const call = callOf(service);
  const { items: spaces } = await call<{ items: { id: string; title: string }[] }>(
    `GET /v1/orgs/${service.organization}/spaces?limit=100`,
  );
  const content: Record<string, unknown> = {};
  for (const { id, title } of spaces) {
    content[title] = await textsAt(`/v1/spaces/${id}`);
    const { items } = await call<{ items: { id: string; subject: string; status: string }[] }>(
      `GET /v1/spaces/${id}/change-requests?limit=100`,
    );
    for (const request of items) {
      if (request.status === "merged") continue;
      content[`${title}: ${request.subject}`] = await textsAt(`/v1/spaces/${id}/change-requests/${request.id}`);
    }
  }
  return content;

  async function textsAt(address: string): Promise<Record<string, string>> {
    interface Node {
      id: string;
      path: string;
      type: string;
      pages?: Node[];
    }
    const { pages } = await call<{ pages: Node[] }>(`GET ${address}/content/pages`);
    const texts: Record<string, string> = {};
    for (const open = [...pages]; open.length > 0; ) {
      const page = open.pop() as Node;
      open.push(...(page.pages ?? []));
      if (page.type !== "document") texts[page.path] = page.type;
      else {
        const { markdown } = await call<{ markdown: string }>(`GET ${address}/content/page/${page.id}?format=markdown`);
        texts[page.path] = markdown.replace(/(?<=\/pages\/)\w{20}/g, "id");
      }
    }
    return texts;
  }
}

/** Names of what a process leaves in the temporary folder. */
export const temporary = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith("copydesk-"));

/** Git processes that work below a folder; only if the system shows them. */
export function gitBelow(folder: string): string[] {
  const found: string[] = [];
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${id}/environ`, "latin1").includes(`GIT_DIR=${folder}`)) found.push(id);
    } catch {
      // It has ended, or belongs to another user.
    }
  }
  return found;
}
