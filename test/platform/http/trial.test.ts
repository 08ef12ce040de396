import { describe, expect, it } from "vitest";
import { createClient } from "../../../src/client/client.ts";
import type { Platform } from "../../../src/platform/index.ts";
import { clientOf, type Way, ways } from "../../support/client-ways.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

async function workspace(way: Way) {
  const opened = await openWorkspace();
  const client = clientOf(opened.platform, opened.token, { way });
  const { id } = await client.spaces.create({ organizationId: opened.organization, title: "Guides" });
  return { ...opened, client, spaceId: id };
}
const trial = { trial: true } as const;

const countActs = async ({ database }: Platform): Promise<number> => {
  const acts = await database.read((queries) => queries.selectFrom("act").select("id").execute());
  return acts.length;
};

describe.each(ways)("a trial by %s", (way) => {
  it("of a deletion returns the same response, and stores nothing", async () => {
    const { client, spaceId, platform } = await workspace(way);
    const acts = await countActs(platform);
    await client.spaces.remove({ spaceId }, trial);
    expect((await client.spaces.get({ spaceId })).deletedAt).toBeUndefined();
    await platform.jobsSettled();
    expect((await client.spaces.get({ spaceId })).title).toBe("Guides");
    expect(await countActs(platform)).toBe(acts);
  });

  it("of a change returns what the change would return", async () => {
    const { client, spaceId } = await workspace(way);
    expect((await client.spaces.update({ spaceId, title: "Manual" }, trial)).title).toBe("Manual");
    expect((await client.spaces.get({ spaceId })).title).toBe("Guides");
  });

  it("is rejected like the call itself", async () => {
    const { client, spaceId } = await workspace(way);
    await expect(client.spaces.get({ spaceId: "nothing" }, trial)).rejects.toMatchObject({ status: 404 });
    await expect(client.spaces.restore({ spaceId }, trial)).rejects.toMatchObject({ status: 409 });
    const reference = { contentRefs: { owner: { kind: "user" as const, user: "nobody" } } };
    const template = { spaceId, id: spaceId, params: reference };
    await expect(client.spaces.applyTemplate(template, trial)).rejects.toMatchObject({ status: 501 });
  });

  it("requires the same token as the call", async () => {
    const { platform, spaceId } = await workspace(way);
    const stranger = clientOf(platform, "cd_nobody", { way });
    await expect(stranger.spaces.remove({ spaceId }, trial)).rejects.toMatchObject({ status: 401 });
  });

  it("starts no job", async () => {
    const { client, spaceId, platform } = await workspace(way);
    const from = { spaceId, url: "https://git.example.com/a.git", ref: "refs/heads/main" };
    await expect(client.git.import(from, trial)).rejects.toMatchObject({ name: "ApiError" });
    await platform.jobsSettled();
    await expect(client.git.getInfo({ spaceId })).rejects.toMatchObject({ status: 404 });
  });
});

it("a service that is not known to support trials is sent nothing", async () => {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: "https://docs.example.com",
    fetch: async (request) => {
      sent.push(request.url);
      return new Response(null, { status: 204 });
    },
  });
  await expect(client.spaces.remove({ spaceId: "guides" }, trial)).rejects.toMatchObject({ name: "NoTrialError" });
  expect(sent).toEqual([]);
});
