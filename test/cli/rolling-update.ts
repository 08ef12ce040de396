import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { paginate } from "../../src/client/paginate.ts";
import { SpaceContent } from "../../src/platform/content/space-content.ts";
import { openPlatform } from "../../src/platform/index.ts";
import { contentFaults } from "../support/content-integrity.ts";
import { nextStep } from "../support/next-release.ts";
import { type Ended, type Served, serve, start } from "./program.ts";

/** A page that was acknowledged, and what was acknowledged of it. */
interface LedgerEntry {
  readonly spaceId: string;
  readonly changeRequestId: string;
  readonly title: string;
  readonly comment: string;
  readonly pageId: string;
  isMerged: boolean;
  description?: string;
}

interface UpdateOptions {
  /** Below it are the data folders of the processes. */
  readonly folder: string;
  /** URL of a database; without one, all processes share one data folder. */
  readonly database: string | undefined;
  /** Program of the next release. */
  readonly next: string;
  readonly processes: number;
  readonly writers: number;
  /** Milliseconds of load between two changes. */
  readonly pause: number;
  /** Milliseconds that a writer rests after each page. */
  readonly rest: number;
  /** How often all processes are updated and rolled back. */
  readonly rounds: number;
}

interface Process {
  readonly server: Served;
  readonly origin: string;
  readonly isNext: boolean;
}

/** Processes of two releases on one database, behind a balancer, with writers that record what was acknowledged. */
class Installation {
  readonly processes: Process[] = [];
  readonly statuses = new Map<number, number>();
  readonly ledger: LedgerEntry[] = [];
  readonly faults: string[] = [];
  readonly #options: UpdateOptions;
  #isStopping = false;
  #turn = 0;
  #count = 0;

  constructor(options: UpdateOptions) {
    this.#options = options;
  }

  dataOf(name: string): string {
    return join(this.#options.folder, this.#options.database === undefined ? "shared" : name);
  }

  variables(): Record<string, string> {
    const { database } = this.#options;
    return database === undefined ? {} : { COPYDESK_DATABASE: database };
  }

  async begin(isNext: boolean): Promise<Process> {
    const args = ["--data", this.dataOf(`process ${this.#count++}`), "--drain-seconds", "1", "--confirm", "never"];
    const server = await serve(args, this.variables(), isNext ? this.#options.next : undefined);
    const process = { server, origin: new URL(server.ready.api ?? "").origin, isNext };
    this.processes.push(process);
    return process;
  }

  /** Takes a process out of the balancer and ends it, as a rolling update does. */
  async end(process: Process): Promise<void> {
    this.processes.splice(this.processes.indexOf(process), 1);
    const { code, stderr } = await process.server.stop();
    if (code !== 0) this.faults.push(`a process ended with ${code}: ${stderr}`);
  }

  /** One process after the other is replaced by one of the other release, with load between them. */
  async replaceAll(isNext: boolean): Promise<void> {
    for (const process of [...this.processes]) {
      await this.begin(isNext);
      await this.end(process);
      await sleep(this.#options.pause);
    }
  }

  /** Calls the processes in turn, and counts the statuses of their answers. */
  client(token: string): Client {
    return createClient({
      baseUrl: "http://installation.example.com",
      token,
      fetch: async (request) => {
        const process = this.processes[this.#turn++ % this.processes.length];
        const { pathname, search } = new URL(request.url);
        const response = await fetch(new Request(new URL(pathname + search, process?.origin), request));
        this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
        if (response.status >= 400) {
          this.faults.push(`${request.method} ${pathname}: ${response.status} ${await response.clone().text()}`);
        }
        return response;
      },
    });
  }

  stopWriting(): void {
    this.#isStopping = true;
  }

  /** Adds, comments, merges and later edits pages, until told to stop. */
  async write(client: Client, spaceId: string, name: string): Promise<void> {
    const own: LedgerEntry[] = [];
    for (let number = 0; !this.#isStopping; number += 1) {
      const title = `${name} ${number}`;
      try {
        const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: title });
        const names = { spaceId, changeRequestId };
        const document = { markdown: `Text of ${title}.\n` };
        const made = await client.changeRequestContent.apply({
          ...names,
          compat: false,
          changes: [{ operation: "insert_page", title, document }],
        });
        const pageId = (made as { changes: { page: { id: string } }[] }).changes[0]?.page.id ?? "";
        const entry: LedgerEntry = { ...names, title, comment: `Comment on ${title}`, pageId, isMerged: false };
        await client.changeRequestComments.create({ ...names, body: { markdown: entry.comment } });
        this.ledger.push(entry);
        await client.changeRequests.merge(names);
        entry.isMerged = true;
        own.push(entry);
        // A page that may have been written by the other release.
        const older = own[Math.floor(number / 2)];
        if (older !== undefined) await this.#edit(client, older, number);
      } catch (error) {
        this.faults.push(`${title}: ${String(error)}`);
      }
      await sleep(this.#options.rest);
    }
  }

  async #edit(client: Client, entry: LedgerEntry, number: number): Promise<void> {
    const { spaceId, pageId, title } = entry;
    const description = `Description ${number}`;
    const { id: changeRequestId } = await client.changeRequests.create({
      spaceId,
      subject: `${title}, ${description}`,
    });
    await client.changeRequestContent.apply({
      spaceId,
      changeRequestId,
      changes: [{ operation: "update_page", page: pageId, description }],
    });
    await client.changeRequests.merge({ spaceId, changeRequestId });
    entry.description = description;
  }

  /** What was acknowledged and is not there exactly once. */
  async lost(client: Client): Promise<string[]> {
    const faults: string[] = [];
    const once = (found: number, what: string) => {
      if (found !== 1) faults.push(`${what} is there ${found} times`);
    };
    for (const spaceId of new Set(this.ledger.map((entry) => entry.spaceId))) {
      const { pages } = await client.pages.list({ spaceId });
      const subjects: string[] = [];
      for (const status of ["merged", "draft", "open"] as const) {
        for await (const { subject } of paginate(client.changeRequests.listInSpace, { spaceId, status }))
          subjects.push(subject);
      }
      for (const entry of this.ledger.filter((one) => one.spaceId === spaceId)) {
        const { changeRequestId } = entry;
        once(subjects.filter((subject) => subject === entry.title).length, `the change request ${entry.title}`);
        const { items } = await client.changeRequestComments.list({ spaceId, changeRequestId, format: "markdown" });
        once(items.filter((item) => JSON.stringify(item).includes(entry.comment)).length, entry.comment);
        if (!entry.isMerged) continue;
        once(pages.filter(({ title }) => title === entry.title).length, `the page ${entry.title}`);
        const page = await client.pages.get({ spaceId, pageId: entry.pageId, format: "markdown" });
        const { markdown = "" } = page as { markdown?: string };
        if (!markdown.includes(`Text of ${entry.title}.`)) faults.push(`the text of ${entry.title} is lost`);
        if (page.description !== entry.description)
          faults.push(`${entry.title} has the description ${page.description}`);
      }
    }
    return faults;
  }

  /** What the next release stored that this one does not know, read without either. */
  async stored() {
    const platform = await openPlatform({ folder: this.dataOf("reader"), database: this.#options.database, jobs: {} });
    try {
      return await platform.database.read(async (queries) => {
        const content = new SpaceContent(queries);
        const roots = await queries
          .selectFrom("space")
          .innerJoin("revision", "revision.id", "space.revision")
          .select("revision.root")
          .execute();
        const pages = new Set<string>();
        for (const { root } of roots) {
          for (const [key, text] of await content.at(root).scan("page/")) {
            if ((JSON.parse(text) as { origin?: string }).origin === "next release") pages.add(key);
          }
        }
        const { rows: comments } = await sql<{ origin: string; count: number }>`
          select origin, count(*) as count from comment group by origin order by origin`.execute(queries);
        const { rows: notes } = await sql<{ count: number }>`select count(*) as count from comment_note`.execute(
          queries,
        );
        const { rows: steps } = await sql<{ name: string }>`select name from schema_step where name > '9'`.execute(
          queries,
        );
        return { pages, comments, notes: notes[0]?.count, steps: steps.map(({ name }) => name) };
      });
    } finally {
      await platform.close();
    }
  }

  async contentFaults(): Promise<string[]> {
    const platform = await openPlatform({ folder: this.dataOf("reader"), database: this.#options.database, jobs: {} });
    return contentFaults(platform).finally(() => platform.close());
  }

  migrate(args: readonly string[]): Promise<Ended> {
    const command = ["migrate", ...args, "--data", this.dataOf("migrating")];
    return start(command, this.variables(), this.#options.next).ended;
  }
}

/**
 * Updates an installation under load as the manual says, and rolls it back: the next release migrates, its processes
 * replace those of this release one by one, and the other way round; one of this release is started anew and added.
 * Whatever was acknowledged must be there exactly once, and nothing may be refused.
 */
export async function updateAndRollBack(options: UpdateOptions): Promise<void> {
  const installation = new Installation(options);
  const { processes } = installation;
  while (processes.length < options.processes) await installation.begin(false);
  const [{ server }] = processes as [Process, ...Process[]];
  const token = readFileSync(join(installation.dataOf("process 0"), "token"), "utf8").trim();
  const client = installation.client(token);
  const spaces: string[] = [];
  for (const title of ["One", "Two"]) {
    const { id } = await client.spaces.create({ organizationId: server.ready.organization ?? "", title });
    spaces.push(id);
  }
  const writing = Promise.all(
    Array.from({ length: options.writers }, (_, at) =>
      installation.write(installation.client(token), spaces[at % 2] ?? "", `writer ${at}`),
    ),
  );
  await sleep(options.pause);

  const { stdout } = await installation.migrate(["--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    isNew: false,
    steps: [{ name: nextStep, onlyAdds: true }],
    applied: [nextStep],
  });
  await sleep(options.pause);

  for (let round = 0; round < options.rounds; round += 1) {
    await installation.replaceAll(true);
    expect(processes.map(({ isNext }) => isNext)).toEqual(processes.map(() => true));
    await expect.poll(() => installation.stored().then(({ pages }) => pages.size)).toBeGreaterThan(0);
    const { pages } = await installation.stored();
    await installation.replaceAll(false);
    await installation.begin(false);
    await sleep(options.pause);
    await installation.end(processes.at(-1) as Process);
    const later = await installation.stored();
    // Pages that the next release wrote keep its member, although this one has rewritten some of them.
    expect([...pages].filter((key) => !later.pages.has(key))).toEqual([]);
  }
  // Both at the same time.
  await installation.begin(true);
  await sleep(options.pause);
  installation.stopWriting();
  await writing;

  expect(installation.faults.slice(0, 5)).toEqual([]);
  expect([...installation.statuses.keys()].filter((status) => status >= 300)).toEqual([]);
  expect(installation.ledger.filter(({ description }) => description !== undefined).length).toBeGreaterThan(0);
  expect(await installation.lost(client)).toEqual([]);
  const { comments, notes, steps } = await installation.stored();
  expect(steps).toEqual([nextStep]);
  expect(comments.map(({ origin }) => origin)).toEqual(["next release", "this release"]);
  expect(notes).toBe(comments[0]?.count);
  expect(comments.reduce((sum, { count }) => sum + count, 0)).toBe(installation.ledger.length);
  for (const process of [...processes]) await installation.end(process);
  expect(await installation.contentFaults()).toEqual([]);
}
