import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "../../src/contract/index.ts";
import { toToolName } from "../../src/tools/operation-names.ts";
import { examples } from "../contract/examples/index.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../support/workspace.ts";
import { connectHost, type Host } from "../tools/untrusted/host.ts";

type Input = Readonly<Record<string, unknown>>;

interface Call {
  readonly tool: string;
  readonly input: Input;
}

let workspace: Workspace;
let space: SeededSpace;
let other: SeededSpace;
let draft: { readonly id: string; readonly number: number };
let foreignDraft: { readonly id: string };
/** Calls with a confirmation that an unrestricted host got. */
let confirmed: readonly Call[];

beforeAll(async () => {
  workspace = await openWorkspace();
  const pages = [{ markdown: "# Billing\n\nFlat.\n" }];
  space = await workspace.makeSpace("Guides", pages);
  other = await workspace.makeSpace("Handbook", pages);
  const owned = (page: string) => [
    { operation: "update_page" as const, page, document: { markdown: "# B\n\nOwned.\n" } },
  ];
  draft = await workspace.openChangeRequest(space.id, owned(space.page("billing")));
  foreignDraft = await workspace.openChangeRequest(other.id, owned(other.page("billing")));
  confirmed = await confirmedCalls([
    { tool: "merge_change_request", input: { space: space.id, change_request: String(draft.number) } },
    {
      tool: "write_operation",
      input: { operation: "mergeChangeRequest", arguments: { spaceId: space.id, changeRequestId: draft.id } },
    },
    { tool: "delete_operation", input: { operation: "deleteSpaceById", arguments: { spaceId: other.id } } },
  ]);
  await workspace.platform.jobsSettled();
});
afterAll(() => workspace.close());

async function confirmedCalls(calls: readonly Call[]): Promise<Call[]> {
  const host = await connectHost(workspace.client, "destructive");
  const given: Call[] = [];
  for (const { tool, input } of calls) {
    const { text } = await host.call(tool, input);
    const confirmation = /"confirmation": "([\w-]+)"/.exec(text)?.[1];
    expect(confirmation, text).toBeDefined();
    given.push({ tool, input: { ...input, confirmation } });
  }
  await host.close();
  return given;
}

/** Every row of every table, by table, without the platform's records about its upkeep and about who did what. */
async function rows(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return workspace.platform.database.read(async (queries) => {
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(queries);
    const found = new Map<string, ReadonlySet<string>>();
    for (const { name } of tables.rows) {
      if (name === "act") continue;
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(queries);
      const upkeep = (row: object) => name === "setting" && "name" in row && row.name === "swept";
      found.set(name, new Set(rows.filter((row) => !upkeep(row)).map((row) => JSON.stringify(row))));
    }
    return found;
  });
}

type Rows = Awaited<ReturnType<typeof rows>>;

/** Tables in which rows of `earlier` are different in `later`; with swapped arguments, those with new ones. */
const tablesThatLack = (earlier: Rows, later: Rows): string[] =>
  [...earlier]
    .flatMap(([table, before]) => ([...before].every((row) => later.get(table)?.has(row)) ? [] : [table]))
    .sort();

/** Ids of nonexistent change requests, or of those of another space, and arguments that try to avoid confirmation. */
function variantsOf(input: Input): Input[] {
  const { changeRequestId: _draft, ...live } = input;
  const ids = ["", " ", ".", "..", "main", "1", space.id, foreignDraft.id, `${draft.id}/merge`, `${draft.id}%2fmerge`];
  return [
    input,
    "target" in live ? { ...live, target: { space: space.id } } : live,
    ...ids.map((changeRequestId) => ({ ...input, changeRequestId })),
    { ...input, changeRequestId: [draft.id] },
    { ...input, spaceId: other.id },
    { ...input, confirmation: confirmed[0]?.input.confirmation, confirmed: true, force: true },
  ];
}

const spellings = (id: string): string[] => [
  id,
  toToolName(id),
  id.toUpperCase(),
  ` ${id} `,
  toToolName(id).replaceAll("_", "-"),
];

function callsOf(id: string): Call[] {
  const real: Input = { organizationId: workspace.organization, spaceId: space.id, changeRequestId: draft.id };
  const input = { ...examples[id]?.input };
  for (const name of Object.keys(input)) if (Object.hasOwn(real, name)) Object.assign(input, { [name]: real[name] });
  const variants = variantsOf(input);
  const write = (operation: string, given: Input) => ({
    tool: "write_operation",
    input: { operation, arguments: given },
  });
  return [...variants.map((given) => write(id, given)), ...spellings(id).map((name) => write(name, variants[1] ?? {}))];
}

async function callAll(host: Host, calls: readonly Call[]): Promise<void> {
  for (const { tool, input } of calls) await host.request("tools/call", { name: tool, arguments: input });
}

describe("the rows of a data folder, after an agent that only proposes tried everything", () => {
  it("are unchanged besides its comments, its reviews and content of change requests", async () => {
    const before = await rows();
    const host = await connectHost(workspace.client, "destructive", [], { proposeOnly: true });
    await callAll(host, confirmed);
    for (const { operation } of listOperations()) {
      if (operation.effect !== "read") await callAll(host, callsOf(operation.id));
    }
    await host.close();
    await workspace.platform.jobsSettled();
    const after = await rows();
    const proposals = /^(?:change_request|contributor|comment\w*|review|requested_reviewer)$/;
    const added = /^(?:revision|node|blob)$/;
    expect(tablesThatLack(before, after).filter((table) => !proposals.test(table))).toEqual([]);
    expect(tablesThatLack(after, before).filter((table) => !proposals.test(table) && !added.test(table))).toEqual([]);
    expect(tablesThatLack(after, before)).toContain("comment");
    for (const [at, { id }] of [
      [space, draft],
      [other, foreignDraft],
    ] as const) {
      const { status } = await workspace.client.changeRequests.get({ spaceId: at.id, changeRequestId: id });
      expect(status).not.toBe("merged");
    }
  });
});
