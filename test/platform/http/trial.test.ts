import { expect, it } from "vitest";
import { createClient } from "../../../src/client/client.ts";
import { clientOf } from "../../support/client-ways.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

async function workspace() {
  const opened = await openWorkspace();
  const { id } = await opened.client.spaces.create({ organizationId: opened.organization, title: "Guides" });
  return { ...opened, spaceId: id };
}
const trial = { trial: true } as const;

it("a trial of a deletion returns the same response, and deletes nothing", async () => {
  const { client, spaceId, platform } = await workspace();
  await client.spaces.remove({ spaceId }, trial);
  expect((await client.spaces.get({ spaceId })).deletedAt).toBeUndefined();
  await platform.jobsSettled();
  expect((await client.spaces.get({ spaceId })).title).toBe("Guides");
});

it("a trial is rejected like the call itself", async () => {
  const { client, spaceId } = await workspace();
  await expect(client.spaces.get({ spaceId: "nothing" }, trial)).rejects.toMatchObject({ status: 404 });
  await expect(client.spaces.restore({ spaceId }, trial)).rejects.toMatchObject({ status: 409 });
  const reference = { contentRefs: { owner: { kind: "user" as const, user: "nobody" } } };
  const template = { spaceId, id: spaceId, params: reference };
  await expect(client.spaces.applyTemplate(template, trial)).rejects.toMatchObject({ status: 501 });
});

it("a trial requires the same token as the call", async () => {
  const { platform, spaceId } = await workspace();
  const stranger = clientOf(platform, "cd_nobody");
  await expect(stranger.spaces.remove({ spaceId }, trial)).rejects.toMatchObject({ status: 401 });
});

it("a trial starts no job", async () => {
  const { client, spaceId, platform } = await workspace();
  const from = { spaceId, url: "https://git.example.com/a.git", ref: "refs/heads/main" };
  await expect(client.git.import(from, trial)).rejects.toMatchObject({ name: "ApiError" });
  await platform.jobsSettled();
  await expect(client.git.getInfo({ spaceId })).rejects.toMatchObject({ status: 404 });
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
