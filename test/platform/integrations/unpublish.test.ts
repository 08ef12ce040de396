import { afterEach, beforeEach, expect, it } from "vitest";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";
import type { Received } from "./listener.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

const eventOf = ({ body }: Received) => JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;

const unpublish = () => desk.service.send("DELETE /v1/integrations/chat");

async function storedRows(): Promise<number> {
  const rows = await desk.service.platform.database.read(async (queries) => [
    ...(await queries.selectFrom("integration").select("name").execute()),
    ...(await queries.selectFrom("integration_event").select("id").execute()),
  ]);
  return rows.length;
}

it("an unpublished integration receives the end of its installations, and is then removed completely", async () => {
  const hook = await desk.listen();
  await desk.publish({ endpoint: hook.url, target: "space" });
  const installationId = await desk.install();
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const line = `POST /v1/integrations/chat/installations/${installationId}/spaces`;
  await desk.service.send(line, { body: JSON.stringify({ space }) });
  await desk.settle();
  hook.received.length = 0;
  expect((await unpublish()).status).toBe(205);
  await desk.settle();
  expect(hook.received.map(eventOf)).toEqual([
    expect.objectContaining({ type: "space_installation_deleted", installationId, spaceId: space }),
    expect.objectContaining({ type: "installation_deleted", installationId }),
  ]);
  expect(await storedRows()).toBe(0);
});

it("an unpublished integration is not visible while it receives the end of its installations", async () => {
  const hook = await desk.listen((_index, response) => {
    response.statusCode = 500;
  });
  await desk.publish({ endpoint: hook.url, visibility: "public" });
  await desk.install();
  await desk.service.platform.jobsSettled();
  await unpublish();
  await desk.service.platform.jobsSettled();
  expect(await storedRows()).toBeGreaterThan(0);
  for (const path of ["", "/events", "/installations"]) {
    expect((await desk.service.send(`GET /v1/integrations/chat${path}`)).status).toBe(404);
  }
  expect((await desk.service.send("GET /v1/integrations")).json).toMatchObject({ items: [] });
  await desk.settle();
  expect(await storedRows()).toBe(0);
});

it("a new integration of the same name receives nothing about the earlier installations", async () => {
  const down = await desk.listen((_index, response) => {
    response.statusCode = 500;
  });
  await desk.publish({ endpoint: down.url });
  await desk.install();
  await unpublish();
  const hook = await desk.listen();
  await desk.publish({ endpoint: hook.url });
  await desk.settle();
  expect(hook.received).toEqual([]);
  expect(await desk.allEvents()).toEqual([]);
});
