import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../../../src/contract/models/role.ts";
import { makeSpace } from "../../http/content.ts";
import { addOrganization, addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { analyse, clustersOf, issuesOf, sendAs, talk } from "./conversing.ts";

const service = running();

let names: Record<string, string>;

const tokens = new Map<string, string>();

/** Each operation, with the response to a stranger, a guest, and members who may read, edit and create. */
const table: readonly (readonly [line: string, body: object | undefined, ...answers: number[]])[] = [
  ["GET /v1/orgs/{org}/conversations", undefined, 404, 403, 200, 200, 200],
  ["GET /v1/orgs/{org}/conversations/talk-1", undefined, 404, 403, 200, 200, 200],
  ["POST /v1/orgs/{org}/conversations", talk("talk-1", "The PDF export times out."), 404, 403, 403, 403, 204],
  ["GET /v1/orgs/{org}/conversations-issues", undefined, 404, 403, 200, 200, 200],
  ["GET /v1/orgs/{org}/conversations-issues/{issue}", undefined, 404, 403, 200, 200, 200],
  ["GET /v1/orgs/{org}/conversations-clusters", undefined, 404, 403, 200, 200, 200],
  ["GET /v1/orgs/{org}/conversations-clusters/{cluster}", undefined, 404, 403, 200, 200, 200],
  ["PATCH /v1/orgs/{org}/conversations-clusters/{cluster}", { muted: false }, 404, 403, 403, 200, 200],
  [
    "POST /v1/spaces/{space}/change-requests",
    { subject: "PDF", conversationsIssuesCluster: "{cluster}" },
    404,
    404,
    403,
    201,
    201,
  ],
];

const callers = ["a stranger", "a guest", "a reader", "an editor", "a creator"] as const;

beforeAll(async () => {
  await analyse(service, talk("talk-1", "The PDF export times out."), talk("talk-2", "PDF export has a timeout"));
  const [cluster] = await clustersOf(service);
  const [issue] = await issuesOf(service);
  const space = await makeSpace(service);
  names = { org: service.organization, cluster: cluster?.id ?? "", issue: issue?.id ?? "", space };
  const { administrator } = await addOrganization(service);
  tokens.set("a stranger", administrator.token);
  const roles: readonly [string, Role | null][] = [
    ["a guest", null],
    ["a reader", "read"],
    ["an editor", "edit"],
    ["a creator", "create"],
  ];
  for (const [name, role] of roles) tokens.set(name, (await addPerson(service, service.organization, role)).token);
});

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);

describe.each(table.map(([line, body, ...answers]) => ({ line, body, answers })))(
  "$line",
  ({ line, body, answers }) => {
    it.each(callers.map((caller, index) => ({ caller, status: answers[index] })))(
      "gives $caller the status $status",
      async ({ caller, status }) => {
        const given = body && (JSON.parse(filled(JSON.stringify(body))) as object);
        expect((await sendAs(service, tokens.get(caller) ?? "", filled(line), given)).status).toBe(status);
      },
    );
  },
);

it("a cluster of another organization is not found, even through its administrator's own organization", async () => {
  const { organization, administrator } = await addOrganization(service);
  for (const path of [`conversations-clusters/${names.cluster}`, `conversations-issues/${names.issue}`]) {
    expect((await sendAs(service, administrator.token, `GET /v1/orgs/${organization}/${path}`)).status).toBe(404);
  }
});

it("a guest with a role in the space cannot find out whether a cluster exists", async () => {
  const guest = await addPerson(service, service.organization, null);
  await service.platform.database.write(async (queries) => {
    const { putUserGrants } = await import("../../../../src/platform/access/grants-rows.ts");
    await putUserGrants(queries, [
      { space: names.space ?? "", user: guest.user, role: "edit", granted_at: service.platform.now() },
    ]);
  });
  const ask = async (cluster: string) => {
    const body = { conversationsIssuesCluster: cluster };
    const { status, text } = await sendAs(
      service,
      guest.token,
      filled("POST /v1/spaces/{space}/change-requests"),
      body,
    );
    return [status, text.replace(cluster, "")];
  };
  expect(await ask(names.cluster ?? "")).toEqual(await ask("none"));
});
