import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { purgeSpace } from "../../../../src/platform/operations/upkeep/purge-job.ts";

/** The space to purge and what belongs to it, with ids that begin with `gone`. */
const space = "gone-space";
const request = "gone-request";
const comments = ["gone-comment-on-space", "gone-comment-on-request"];
const replies = ["gone-reply-on-space", "gone-reply-on-request"];

/** Names of columns that refer to a space or something removed with it, with everything they may refer to. */
const references: Readonly<Record<string, readonly string[]>> = {
  space: [space],
  source_space: [space],
  target_space: [space],
  change_request: [request],
  place: [space, request],
  comment: comments,
  post: [...comments, ...replies],
  translation: ["gone-translation-of-space", "gone-translation-into-space"],
};

/** Ids of rows that others refer to, by the column that ties them to the space and its content. */
const ids: Readonly<Record<string, string>> = {
  [`change_request.space ${space}`]: request,
  [`comment.place ${space}`]: comments[0] ?? "",
  [`comment.place ${request}`]: comments[1] ?? "",
  [`comment_reply.comment ${comments[0]}`]: replies[0] ?? "",
  [`comment_reply.comment ${comments[1]}`]: replies[1] ?? "",
  [`translation.source_space ${space}`]: "gone-translation-of-space",
  [`translation.target_space ${space}`]: "gone-translation-into-space",
};

/** References in rows that are removed because another column is also a reference. */
const removedByAnother: Readonly<Record<string, string>> = {
  "computed_page.place": "the page of a change request is also a page of its space",
  "import_run.change_request": "it is one of the run's space",
  "review.comment": "it was posted on the reviewed change request",
};

/** Columns that have the name of a reference but refer to nothing. */
const namedAlike: ReadonlySet<string> = new Set(["integration_picture.place", "page_feedback.comment"]);

/** Tables without a reference, with what their rows belong to. */
const ofNoSpace: Readonly<Record<string, string>> = {
  agent: "a user",
  agent_instructions: "an organization",
  blob: "every revision with the same bytes",
  collection: "an organization",
  content_installation: "an installation of an integration",
  conversation: "an organization",
  conversation_issue: "an organization",
  email_invite: "an organization",
  git_blob: "every space that imports the file; the sweep removes it when no import comes upon it",
  glossary_entry: "an organization",
  glossary_term: "a glossary entry",
  identity: "a user whom a provider knows",
  installation: "an organization",
  integration: "an organization",
  integration_event: "an integration",
  integration_picture: "an integration",
  issue_cluster: "an organization",
  issue_grouping: "an organization",
  job: "whoever asked for it; the sweep removes it when it ended long ago",
  member: "an organization",
  node: "every revision with the same content",
  openapi_file: "a specification of an organization",
  openapi_given: "a specification of an organization",
  openapi_spec: "an organization",
  openapi_version: "a specification of an organization",
  organization: "nobody",
  question_allowance: "a user",
  saml_provider: "an organization",
  schema_step: "the database",
  search_word: "the words of all spaces",
  repeatable_request: "a user; the sweep forgets it",
  serving_process: "the installation",
  session: "a user who is signed in",
  setting: "the installation",
  sign_in_link: "a user; it expires",
  sign_in_request: "a browser that signs in; it expires",
  site: "an organization",
  site_redirect: "a site",
  site_section: "a site",
  site_section_group: "a site",
  site_share_link: "a site",
  space: "an organization; the purged one is removed by its id",
  spending: "the installation",
  team: "an organization",
  team_member: "a team",
  token: "a user",
  upload: "a user; it expires",
  used_confirmation: "a user; it expires",
  user: "nobody",
  oauth_record: "an agent; it expires",
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

let folder = "";
let database: Database;
let columns: readonly Column[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-purge-"));
  database = await openDatabase(folder);
  columns = await database.read(async (queries) => {
    const { rows } = await sql<Column>`
      select tables.name as "table", columns.name, lower(columns.type) as type
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name not like 'section_text%' and tables.name not like 'sqlite_%'
      order by tables.name, columns.cid`.execute(queries);
    return rows;
  });
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const isReference = ({ table, name }: Column) => references[name] !== undefined && !namedAlike.has(`${table}.${name}`);

let rowsMade = 0;

/**
 * Adds a row in which one column, or none, refers to the purged space, and all others to one that is kept.
 * Returns the values of these.
 */
async function addRow(table: string, gone?: { readonly column: string; readonly value: string }): Promise<string> {
  rowsMade += 1;
  const own = columns.filter((column) => column.table === table);
  const values = own.map(({ name, type }) => {
    if (gone !== undefined && name === gone.column) return gone.value;
    if (gone !== undefined && name === "id" && type === "text") {
      return ids[`${table}.${gone.column} ${gone.value}`] ?? `kept-${rowsMade}`;
    }
    return type === "text" ? `kept-${rowsMade}` : type === "blob" ? Buffer.from([1]) : rowsMade;
  });
  const names = sql.join(own.map(({ name }) => sql.ref(name)));
  await database.write((queries) =>
    sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(queries),
  );
  return `kept-${rowsMade}`;
}

/** Columns that contain a text like this. */
async function columnsWith(pattern: string): Promise<Column[]> {
  const found: Column[] = [];
  for (const column of columns) {
    const { rows } = await database.read((queries) =>
      sql`select 1 from ${sql.table(column.table)} where ${sql.ref(column.name)} like ${pattern} limit 1`.execute(
        queries,
      ),
    );
    if (rows.length > 0) found.push(column);
  }
  return found;
}

const traces = async () => (await columnsWith("gone-%")).map(({ table, name }) => `${table}.${name}`);

describe("purging a space", () => {
  it("is defined for every table: one without a reference is listed with what its rows belong to", () => {
    const tables = [...new Set(columns.map(({ table }) => table))];
    const referring = new Set(columns.filter(isReference).map(({ table }) => table));
    expect(tables.filter((table) => !referring.has(table))).toEqual(Object.keys(ofNoSpace).sort());
  });

  it("clears every column that refers to it or its content, and keeps the rows of another space", async () => {
    const referring = columns.filter(isReference);
    const tables = [...new Set(referring.map(({ table }) => table))];
    await addRow("space", { column: "id", value: space });
    for (const { table, name } of referring) {
      for (const value of references[name] ?? []) await addRow(table, { column: name, value });
    }
    const kept = new Map<string, string>();
    for (const table of ["space", ...tables]) kept.set(table, await addRow(table));
    expect((await traces()).length).toBeGreaterThan(referring.length);

    await database.write((queries) => purgeSpace(queries, space));

    expect(await traces()).toEqual(Object.keys(removedByAnother));
    for (const [table, text] of kept) {
      expect((await columnsWith(text)).map((column) => column.table)).toContain(table);
    }
  });
});
