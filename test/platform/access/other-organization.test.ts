import { beforeAll, describe, expect, it } from "vitest";
import { operationSummaries } from "../../../src/contract/load.ts";
import { findHandler } from "../../../src/platform/registry.ts";
import { addOrganization, addPerson } from "../http/people.ts";
import { running } from "../http/running.ts";
import { type AccessRow, operationTable } from "./operation-table.ts";
import { makeConversation, makeSubjects } from "./subjects.ts";

const service = running();

/** Names in paths of what is not the property of an organization: a user, a public integration, the organization itself. */
const notOwned = new Set(["organizationId", "userId", "integrationName", "email"]);

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** The operations on things of an organization. */
const operations = operationSummaries.filter(
  (summary) => findHandler(summary) !== undefined && namesIn(summary.path).some((name) => !notOwned.has(name)),
);

let stranger: Awaited<ReturnType<typeof addOrganization>>;

/** One object of each kind. Nobody here may change them, so they serve all operations. */
let subjects: ReadonlyMap<string, string>;

beforeAll(async () => {
  stranger = await addOrganization(service);
  const { user } = await addPerson(service, service.organization, null);
  const owner = { service, user, conversation: await makeConversation(service) };
  const every = "{changeRequestId} {integrationName} /sites/ {importRunId} {samlProviderId}";
  subjects = await makeSubjects(owner, every);
});

/** What the owner gets for each operation that reads. */
async function readByOwner(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { id, path } of operations.filter(({ method }) => method === "GET")) {
    const row = operationTable[id];
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => subjects.get(name) ?? "none");
    found[id] = (await service.send(`GET /v1${address}${row?.query === undefined ? "" : `?${row.query}`}`)).status;
  }
  return found;
}

/** What a stranger gets for each operation: those that differ from the table, with both. */
async function unexpected(
  organization: string,
  named: readonly (typeof operations)[number][],
  expected: (row: AccessRow) => number,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { id, method, path } of named) {
    const row = operationTable[id];
    if (row === undefined) continue;
    const here = new Map([...subjects, ["organizationId", organization]]);
    const fill = (template: string) =>
      template.replace(/\{(organization|collection|space|site|user)\}/g, (_, name: string) =>
        name === "user" ? stranger.administrator.user : (here.get(`${name}Id`) ?? ""),
      );
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => here.get(name) ?? "none");
    const query = row.query === undefined ? "" : `?${fill(row.query)}`;
    const { status } = await service.send(`${method} /v1${address}${query}`, {
      headers: stranger.administrator.headers,
      ...(row.body === undefined ? {} : { body: fill(row.body) }),
    });
    if (status !== expected(row)) found[id] = `${status} instead of ${expected(row)}`;
  }
  return found;
}

let readBefore: Record<string, number>;

beforeAll(async () => {
  const spec = JSON.stringify({ source: { text: "openapi: 3.1.0" } });
  await service.send(`PUT /v1/orgs/${service.organization}/openapi/none`, { body: spec });
  readBefore = await readByOwner();
});

describe("what is private to one organization", () => {
  it("exists for the administrator of another in no operation of the platform", async () => {
    expect(operations.length).toBeGreaterThan(150);
    expect(await unexpected(service.organization, operations, ({ stranger: status = 404 }) => status)).toEqual({});
  });

  it("exists in no operation on that administrator's own organization either", async () => {
    const inOrganization = operations.filter(({ path }) => path.includes("{organizationId}"));
    expect(inOrganization.length).toBeGreaterThan(70);
    expect(await unexpected(stranger.organization, inOrganization, ({ inOther = 404 }) => inOther)).toEqual({});
  });

  it("is still there for its owner after all of them", async () => {
    expect(Object.values(readBefore).filter((status) => status === 200).length).toBeGreaterThan(60);
    expect(await readByOwner()).toEqual(readBefore);
  });
});
