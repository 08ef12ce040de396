import { describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { clientOf, type Way, ways } from "../../support/client-ways.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

/** The same calls to two platforms, one by requests and one by values. */
async function opened(way: Way) {
  const { platform, token, organization } = await openWorkspace();
  const client = clientOf(platform, token, { way });
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Guide" });
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
  const place = { spaceId, changeRequestId };
  const document = { markdown: "# Café 😀\n\nText.\n" };
  const changes = [{ operation: "insert_page" as const, title: "Café 😀", document }];
  await client.changeRequestContent.apply({ ...place, changes });
  await client.changeRequests.merge(place);
  const { pages } = await client.pages.list({ spaceId });
  return { platform, client, spaceId, organization, changeRequestId, pageId: pages[0]?.id ?? "" };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const rejection = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error) => error,
  );

/** The error of a failed call, without the platform's ids. */
async function failure(call: Promise<unknown>, { spaceId, organization }: Opened) {
  const error = await rejection(call);
  const { name, message, ...rest } = { ...error, name: error?.name, message: error?.message };
  const plain = (text = "") => text.replaceAll(spaceId, "SPACE").replaceAll(organization, "ORG");
  return JSON.parse(plain(JSON.stringify({ name, message, ...rest }))) as Record<string, unknown>;
}

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], "end");

const mistakes: Readonly<Record<string, (client: Client, at: Opened) => Promise<unknown>>> = {
  "an id that nothing has": (client) => client.spaces.get({ spaceId: "nothing" }),
  "an id with a slash": (client) => client.spaces.get({ spaceId: "a/b" }),
  "an id that leads elsewhere": (client) => client.spaces.get({ spaceId: "../orgs" }),
  "an empty id": (client) => client.spaces.get({ spaceId: "" }),
  "a query of another type": (client, { spaceId }) =>
    client.pages.get({ spaceId, pageId: "p", metadata: "x" as never }),
  "a limit that is too large": (client, { organization }) =>
    client.spaces.list({ organizationId: organization, limit: 1e9 }),
  "a limit that is no number": (client, { organization }) =>
    client.spaces.list({ organizationId: organization, limit: Number.NaN }),
  "a cursor of another list": (client, { organization }) =>
    client.spaces.list({ organizationId: organization, page: "AAAA" }),
  "a member that is not declared": (client, { spaceId }) => client.spaces.get({ spaceId, colour: "red" } as never),
  "a body's field of another type": (client, { spaceId }) => client.spaces.update({ spaceId, title: 7 as never }),
  "a body with a cycle": (client, { spaceId }) => client.spaces.update({ spaceId, title: cycle as never }),
  "a body with a BigInt": (client, { spaceId }) => client.spaces.update({ spaceId, title: 7n as never }),
  "a body nested too deeply": (client, { spaceId }) => client.spaces.update({ spaceId, title: nested(600) as never }),
  "a body of too many items": (client, { spaceId }) =>
    client.spaces.update({ spaceId, title: Array.from({ length: 150_001 }, () => 1) as never }),
  "a body of more than 16 MB": (client, { spaceId }) => client.spaces.update({ spaceId, title: "x".repeat(2 ** 24) }),
  "a precondition that is not met": (client, { spaceId, changeRequestId }) =>
    client.changeRequestContent.apply({ spaceId, changeRequestId, changes: [] }, { ifMatch: "elsewhere" }),
  "a precondition that has no effect": (client, { spaceId }) => client.spaces.get({ spaceId }, { ifMatch: "r1" }),
  "a deadline of nothing": (client, { spaceId }) => client.spaces.get({ spaceId }, { deadline: 0 }),
  "a merge that was made": (client, { spaceId, changeRequestId }) =>
    client.changeRequests.merge({ spaceId, changeRequestId }),
};

it.each(Object.entries(mistakes))("%s is rejected with the same message both ways", async (_, call) => {
  const [byRequests, byValues] = await Promise.all(ways.map((way) => opened(way)));
  if (byRequests === undefined || byValues === undefined) throw new Error("two ways are expected");
  const [one, other] = [
    await failure(call(byRequests.client, byRequests), byRequests),
    await failure(call(byValues.client, byValues), byValues),
  ];
  expect(other.message).not.toBe("");
  expect(one.name).toBeDefined();
  expect(other).toEqual(one);
});

describe.each(ways)("a call by %s", (way) => {
  it("is rejected with an unknown token", async () => {
    const { platform, spaceId } = await opened(way);
    const stranger = clientOf(platform, "cpd_nobody", { way });
    await expect(stranger.spaces.get({ spaceId })).rejects.toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("cannot write with a read-only token", async () => {
    const { platform, spaceId } = await opened(way);
    const acting = { user: "nobody", scope: "read" as const };
    const answer = await platform.call(
      {
        operation: "getSpaceById",
        token: undefined,
        params: { spaceId },
        query: new Map(),
        body: undefined,
        ifMatch: undefined,
      },
      { origin: "http://localhost", signal: () => AbortSignal.timeout(120_000), acting },
    );
    expect(answer).toMatchObject({ status: 401 });
  });

  it("leaves out undefined members and writes dates", async () => {
    const { client, spaceId } = await opened(way);
    await client.spaces.update({ spaceId, title: "New", emoji: undefined as never });
    const space = await client.spaces.get({ spaceId });
    expect(space.title).toBe("New");
    expect(Object.values(space)).not.toContain(undefined);
  });

  it("returns a result that can be changed without affecting what others read", async () => {
    const { client, spaceId, pageId } = await opened(way);
    const reading = { spaceId, pageId, format: "markdown" as const };
    const first = (await client.pages.get(reading)) as { title: string };
    try {
      first.title = "Changed";
    } catch {
      // Frozen values cannot be changed.
    }
    expect((await client.pages.get(reading)).title).toBe("Café 😀");
  });

  it("does not store changes to its input made afterwards", async () => {
    const { client, spaceId, organization } = await opened(way);
    const input = { organizationId: organization, title: "Before", emoji: undefined };
    const made = client.spaces.create(input as never);
    input.title = "After";
    expect((await made).title).toBe("Before");
    expect((await client.spaces.get({ spaceId })).title).toBe("Guide");
  });

  it("says whether a removal removed something", async () => {
    const { client, spaceId } = await opened(way);
    expect(await client.spaces.remove({ spaceId })).toEqual({ deleted: true });
  });

  it("rejects with the caller's reason when it is aborted", async () => {
    const { client, spaceId } = await opened(way);
    const reason = new Error("changed my mind");
    await expect(client.spaces.get({ spaceId }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("returns a page with the same members", async () => {
    const { client, spaceId, pageId } = await opened(way);
    const page = await client.pages.get({ spaceId, pageId, format: "markdown" });
    expect(page).toMatchObject({ id: pageId, type: "document", markdown: "# Café 😀\n\nText.\n", pages: [] });
    expect(page).toEqual(JSON.parse(JSON.stringify(page)));
  });
});
