import { Kysely, sql } from "kysely";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { isAt, isElsewhere } from "../../content/blob-address.ts";
import { countContents, everyBlob, everyNode, everyRoot } from "../../content/content-rows.ts";
import { computeNodeAddress, decodeNode, emptyRoot } from "../../content/ordered-map/node-codec.ts";
import { openSqlite } from "../../kernel/database/engine/sqlite/connection.ts";
import { showsDamage } from "../../kernel/database/engine/sqlite/damage-mark.ts";
import type { Tables } from "../../kernel/database/tables.ts";

interface DatabaseCheck {
  /** One line each, at most `maxProblems`; empty for an intact database. */
  readonly problems: readonly string[];
  /** How many texts, files and parts of revisions were compared with their addresses. */
  readonly contents: number;
}

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const maxProblems = 20;

/**
 * Checks the pages of a database, that each content matches its address, and that everything revisions refer to exists.
 * Others may write at the same time.
 */
export async function checkDatabase(file: string, options: CheckOptions = {}): Promise<DatabaseCheck> {
  const check = new Check(options);
  try {
    const opened = await openSqlite(file, "read");
    try {
      await check.run(new Kysely<Tables>({ dialect: opened.dialect }));
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!showsDamage(error)) throw error;
    check.add(error.message);
  }
  return { problems: check.problems, contents: check.contents };
}

class Check {
  readonly problems: string[] = [];
  contents = 0;
  readonly #timeSlices: TimeSlices;
  readonly #onProgress: CheckOptions["onProgress"];
  /** What was found, and what is needed, each with what refers to it. */
  readonly #nodes = new Set<string>([emptyRoot]);
  readonly #blobs = new Set<string>();
  readonly #neededNodes = new Map<string, string>();
  readonly #neededBlobs = new Map<string, string>();

  constructor({ signal, onProgress }: CheckOptions) {
    this.#timeSlices = new TimeSlices(signal);
    this.#onProgress = onProgress;
  }

  add(problem: string): void {
    if (this.problems.length < maxProblems) this.problems.push(problem.replaceAll(/\s+/g, " "));
  }

  async run(database: Kysely<Tables>): Promise<void> {
    await this.#checkPages(database);
    const total = await countContents(database);
    for await (const { address, data } of everyNode(database)) {
      await this.#passed(total);
      this.#checkNode(address, data);
    }
    for await (const { address, data } of everyBlob(database)) {
      await this.#passed(total);
      if (!isAt(address, data) && !isElsewhere(address, data))
        this.add(`The content ${address} is not what was stored.`);
      this.#blobs.add(address);
    }
    for await (const { id, root } of everyRoot(database)) {
      this.#neededNodes.set(root, `revision ${id}`);
    }
    for (const [address, by] of this.#neededNodes) {
      if (!this.#nodes.has(address)) this.add(`A part of ${by} is missing.`);
    }
    for (const [address, by] of this.#neededBlobs) {
      if (!this.#blobs.has(address)) this.add(`The content of ${by} is missing.`);
    }
  }

  async #checkPages(database: Kysely<Tables>): Promise<void> {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(maxProblems)})`.execute(
      database,
    );
    for (const { integrity_check: line } of rows) if (line !== "ok") this.add(line);
    const foreign = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(database);
    for (const { table, rowid } of foreign.rows) this.add(`Row ${rowid} of ${table} refers to a row that is missing.`);
    await this.#timeSlices.yieldIfDue();
  }

  async #passed(total: number): Promise<void> {
    this.contents += 1;
    if (this.contents % 1000 === 0) this.#onProgress?.(this.contents, Math.max(total, this.contents));
    await this.#timeSlices.yieldIfDue();
  }

  #checkNode(address: string, data: string): void {
    this.#nodes.add(address);
    if (computeNodeAddress(data) !== address) {
      this.add(`Part ${address} of a revision is not what was stored.`);
      return;
    }
    const { level, entries } = decodeNode(data);
    for (const [key, payload] of entries) {
      if (level > 0) this.#neededNodes.set(payload, `part ${address} of a revision`);
      else if (/^(?:page|file)\//.test(key)) this.#needContent(key, payload);
    }
  }

  #needContent(key: string, payload: string): void {
    const { content } = JSON.parse(payload) as { readonly content?: string };
    if (content !== undefined) this.#neededBlobs.set(content, key.replace("/", " "));
  }
}
