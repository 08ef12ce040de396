import { beforeAll, describe, expect, it } from "vitest";
import { operationSummaries } from "../../../src/contract/load.ts";
import type { Role } from "../../../src/contract/models/role.ts";
import { handlerOf } from "../../../src/platform/registry.ts";
import type { Answer } from "../../pins/service.ts";
import { analyse, clustersOf, issuesOf, talk } from "../conversations/conversing.ts";
import { insertFile, insertPages, makeChangeRequest, text } from "../http/content.ts";
import { addOrganization, addPerson, type Person } from "../http/people.ts";
import { running } from "../http/running.ts";
import { makeCollection, makeSpaceIn } from "../spaces/arrangement.ts";
import { type AccessRow, operationTable } from "./operation-table.ts";

const service = running();

const ladder: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

const people = new Map<Role, Person>();

let guest: Person;

let stranger: Person;

/** A conversation and what was found in it: ids by their names in the path. */
let conversation: ReadonlyMap<string, string>;

const implemented = operationSummaries.filter((summary) => handlerOf(summary) !== undefined);

beforeAll(async () => {
  for (const role of ladder) people.set(role, await addPerson(service, service.organization, role));
  guest = await addPerson(service, service.organization, null);
  stranger = (await addOrganization(service)).administrator;
  await analyse(service, talk("talk", "The PDF export times out."), talk("talk-2", "PDF export has a timeout"));
  const [cluster, issue] = [(await clustersOf(service))[0], (await issuesOf(service))[0]];
  conversation = new Map([
    ["conversationId", "talk"],
    ["issueId", issue?.id ?? ""],
    ["clusterId", cluster?.id ?? ""],
  ]);
});

/** New objects of everything that an operation can be about: ids by their names in the path. */
async function makeSubjects(path: string): Promise<Map<string, string>> {
  const collection = await makeCollection(service, "Shelf");
  const space = await makeSpaceIn(service, "Guides", { parent: collection });
  const first = await makeChangeRequest(service, space);
  const [page = ""] = await insertPages(service, first, [{ title: "Start" }]);
  const bytes = new TextEncoder().encode("x");
  const file = await insertFile(service, first, { name: "a.txt", contentType: "text/plain", bytes });
  await service.send(`POST ${first}/merge`);
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(service, changeRequest, [{ title: "More" }]);
  const discussed = path.includes("{changeRequestId}") ? changeRequest : `/v1/spaces/${space}`;
  const body = '{"body":{"markdown":"Hm."}}';
  const comment = text(await service.send(`POST ${discussed}/comments`, { body }), "id");
  const reply = text(await service.send(`POST ${discussed}/comments/${comment}/replies`, { body }), "id");
  return new Map([
    ...conversation,
    ["organizationId", service.organization],
    ["collectionId", collection],
    ["spaceId", space],
    ["pageId", page],
    ["pagePath", "start"],
    ["fileId", text(file, "insertedFiles.0.id")],
    ["revisionId", text(await service.send(`GET /v1/spaces/${space}`), "revision")],
    ["changeRequestId", changeRequest.slice(changeRequest.lastIndexOf("/") + 1)],
    ["commentId", comment],
    ["commentReplyId", reply],
    ["reviewId", "none"],
    ["userId", guest.user],
    ["teamId", await makeTeam()],
    ["samlProviderId", path.includes("{samlProviderId}") ? await makeSamlProvider() : "none"],
    ["translationId", await makeTranslation(space)],
    ...(await makeIntegration(path)),
    ...(/\/sites(\/|$)|urls\/published/.test(path) ? await makeSite(space) : []),
    ["importRunId", path.includes("{importRunId}") ? await startImport(space) : "none"],
  ]);
}

let integrations = 0;

/** A public integration of the organization that is installed in it. */
async function makeIntegration(path: string): Promise<[string, string][]> {
  if (!path.includes("{integrationName}")) return [];
  integrations += 1;
  const name = `chat-${integrations}`;
  const { organization } = service;
  const published = {
    title: "Chat",
    description: "Posts.",
    scopes: [],
    script: "",
    organization,
    visibility: "public",
  };
  await service.send(`POST /v1/integrations/${name}`, { body: JSON.stringify(published) });
  const body = JSON.stringify({ organization });
  const installation = await service.send(`POST /v1/integrations/${name}/installations`, { body });
  return [
    ["integrationName", name],
    ["installationId", text(installation, "id")],
  ];
}

async function makeTeam(): Promise<string> {
  const made = await service.send(`PUT /v1/orgs/${service.organization}/teams`, { body: '{"title":"Writers"}' });
  return text(made, "id");
}

async function makeSamlProvider(): Promise<string> {
  const made = await service.send(`POST /v1/orgs/${service.organization}/saml`, { body: '{"label":"Mast works"}' });
  return text(made, "id");
}

/** A published site of one space in a section and a group, with a redirect and a share link. */
async function makeSite(space: string): Promise<[string, string][]> {
  const sites = `/v1/orgs/${service.organization}/sites`;
  const site = text(await service.send(`POST ${sites}`, { body: JSON.stringify({ title: "Manual" }) }), "id");
  const make = async (path: string, body: object) =>
    service.send(`POST ${sites}/${site}/${path}`, { body: JSON.stringify(body) });
  const section = await make("sections", { spaceId: space });
  const redirect = { source: "/old", destination: { kind: "external", url: "https://example.com/" } };
  await service.send(`POST ${sites}/${site}/publish`);
  return [
    ["siteId", site],
    ["siteSectionId", text(section, "id")],
    ["siteSpaceId", text(section, "siteSpaces.0.id")],
    ["siteSectionGroupId", text(await make("section-groups", { title: "Products" }), "id")],
    ["siteRedirectId", text(await make("redirects", redirect), "id")],
    ["shareLinkId", text(await make("share-links", { name: "Partners" }), "id")],
  ];
}

async function makeTranslation(space: string): Promise<string> {
  const body = JSON.stringify({ source: { space, language: "en" }, language: "de" });
  return text(await service.send(`POST /v1/orgs/${service.organization}/translations`, { body }), "id");
}

async function startImport(space: string): Promise<string> {
  const upload = await service.send("POST /uploads?name=a.md", { body: new TextEncoder().encode("# A\n") });
  const body = JSON.stringify({ source: { type: "file", files: [text(upload, "key")] }, target: { space } });
  return text(await service.send(`POST /v1/org/${service.organization}/imports`, { body }), "id");
}

/** Objects that no operation removes are reused. */
const shared = new Map<string, Promise<Map<string, string>>>();

function subjectsOf({ effect, path }: (typeof implemented)[number], purpose: string): Promise<Map<string, string>> {
  if ((effect === "delete" && purpose === "live") || /\{(importRunId|samlProviderId)\}/.test(path)) {
    return makeSubjects(path);
  }
  const parts = ["{changeRequestId}", "{integrationName}", "/sites", "urls/published"];
  const key = [purpose, ...parts.filter((part) => path.includes(part))].join(" ");
  const known = shared.get(key) ?? makeSubjects(path);
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
    expect((await attempt(tried, { Authorization: null })).status, "without a token").toBe(401);
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
