import { beforeAll, describe, expect, it } from "vitest";
import { operationSummaries } from "../../../src/contract/load.ts";
import type { Role } from "../../../src/contract/models/role.ts";
import { findHandler } from "../../../src/platform/registry.ts";
import type { Answer } from "../../pins/service.ts";
import { addOrganization, addPerson, type Person } from "../http/people.ts";
import { running } from "../http/running.ts";
import { type AccessRow, operationTable } from "./operation-table.ts";
import { makeConversation, makeSubjects, type SubjectOwner } from "./subjects.ts";

const service = running();

const ladder: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

const people = new Map<Role, Person>();

let guest: Person;

let stranger: Person;

let owner: SubjectOwner;

const implemented = operationSummaries.filter((summary) => findHandler(summary) !== undefined);

beforeAll(async () => {
  for (const role of ladder) people.set(role, await addPerson(service, service.organization, role));
  guest = await addPerson(service, service.organization, null);
  stranger = (await addOrganization(service)).administrator;
  owner = { service, user: guest.user, conversation: await makeConversation(service) };
});

/** Objects that no operation removes are reused. */
const shared = new Map<string, Promise<Map<string, string>>>();

function subjectsOf({ effect, path }: (typeof implemented)[number], purpose: string): Promise<Map<string, string>> {
  if ((effect === "delete" && purpose === "live") || /\{(importRunId|samlProviderId)\}/.test(path)) {
    return makeSubjects(owner, path);
  }
  const parts = ["{changeRequestId}", "{integrationName}", "/sites", "urls/published"];
  const key = [purpose, ...parts.filter((part) => path.includes(part))].join(" ");
  const known = shared.get(key) ?? makeSubjects(owner, path);
  shared.set(key, known);
  return known;
}

interface Attempt {
  readonly line: string;
  readonly body: string | undefined;
}

async function prepare(summary: (typeof implemented)[number], row: AccessRow, purpose = "live"): Promise<Attempt> {
  const { method, path } = summary;
  const subjects = await subjectsOf(summary, purpose);
  const about = row.removesMember === true ? await addPerson(service, service.organization, "read") : guest;
  const named = new Map([...subjects, ["userId", about.user]]);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) ?? "none");
  const filled = (template: string | undefined) =>
    template?.replace(/\{(organization|collection|space|site|user)\}/g, (_, name: string) =>
      name === "user" ? service.user : (subjects.get(`${name}Id`) ?? ""),
    );
  const query = row.query === undefined ? "" : `?${filled(row.query)}`;
  return { line: `${method} /v1${address}${query}`, body: filled(row.body) };
}

const attempt = ({ line, body }: Attempt, headers: Readonly<Record<string, string | null>>) =>
  service.send(line, { headers, ...(body === undefined ? {} : { body }) });

/** Refused because of the caller; any other refusal came after the check of access. */
function isRefused({ status, text: answer }: Answer): boolean {
  return status === 401 || status === 403 || (status === 404 && answer.includes("this token may not see it"));
}

describe("the table of who may run what", () => {
  it("has a row for every operation of the platform, and no other", () => {
    expect(Object.keys(operationTable).sort()).toEqual(implemented.map(({ id }) => id).sort());
  });
});

describe.each(implemented.map((summary) => ({ id: summary.id, summary })))("$id", ({ id, summary }) => {
  const row = operationTable[id] ?? { least: "read" };
  const inSpace = summary.path.includes("{spaceId}");

  it(`requires the role ${row.least} and a token of a user who may see the object`, async () => {
    const tried = await prepare(summary, row);
    expect((await attempt(tried, { Authorization: null })).status, "without a token").toBe(row.withoutToken ?? 401);
    expect((await attempt(tried, guest.headers)).status, "a guest").toBe(row.guest ?? 404);
    expect((await attempt(tried, stranger.headers)).status, "a stranger").toBe(row.stranger ?? 404);
    for (const role of ladder) {
      const answer = await attempt(tried, people.get(role)?.headers ?? {});
      const allowed = row.isForIntegrations !== true && ladder.indexOf(role) >= ladder.indexOf(row.least);
      if (!allowed) expect(answer.status, `${role}: ${answer.text}`).toBe(403);
      else expect(isRefused(answer), `${role}: ${answer.status} ${answer.text}`).toBe(false);
    }
  });

  it.runIf(inSpace)("does not find a deleted space", async () => {
    const tried = await prepare(summary, row, "deleted");
    const space = /\/spaces\/(\w+)/.exec(tried.line)?.[1] ?? "";
    await service.send(`DELETE /v1/spaces/${space}`);
    const answer = await attempt(tried, people.get("admin")?.headers ?? {});
    expect(answer.status, answer.text).toBe(row.deleted ?? 404);
  });
});
