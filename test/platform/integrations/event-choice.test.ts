import { afterEach, beforeEach, expect, it } from "vitest";
import { makeChangeRequest } from "../http/content.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

const types = async () => (await desk.events()).map(({ payload }) => payload.type).reverse();

it.each([
  [undefined, ["installation_setup", "space_content_updated"]],
  [["change_request_merged"], ["installation_setup", "space_content_updated", "change_request_merged"]],
])("an integration that asks for %j receives these and the types of the public service", async (events, received) => {
  await desk.publish({ endpoint: (await desk.listen()).url, events });
  await desk.install();
  await desk.mergePage("Masts");
  await desk.settle();
  expect(await types()).toEqual(received);
});

it("an integration cannot ask for a type that the public service has, or that does not exist", async () => {
  const { service } = desk;
  for (const type of ["space_content_updated", "everything"]) {
    const members = {
      title: "Chat",
      description: "Posts.",
      script: "",
      scopes: [],
      organization: service.organization,
    };
    const body = JSON.stringify({ ...members, events: [type] });
    const answer = await service.send("POST /v1/integrations/chat", { body });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("events.0")]);
  }
});

it("an integration that was published before it could choose receives all types", async () => {
  await desk.publish({ endpoint: (await desk.listen()).url });
  await desk.service.platform.database.write((queries) =>
    queries.updateTable("integration").set({ events: null }).execute(),
  );
  await desk.install();
  await desk.mergePage("Masts");
  await desk.settle();
  expect(await types()).toEqual([
    "installation_setup",
    "change_request_updated",
    "space_content_updated",
    "change_request_merged",
  ]);
});

it("an event that fails delays the later ones of its space, and not those of other spaces", async () => {
  const { service } = desk;
  const [failing, other] = [await makeSpaceIn(service, "Masts", {}), await makeSpaceIn(service, "Sails", {})];
  const hook = await desk.listen((index, response) => {
    const { spaceId } = JSON.parse(hook.received[index]?.body.toString() ?? "{}") as { spaceId?: string };
    if (spaceId === failing && index < 5) response.statusCode = 503;
  });
  await desk.publish({ endpoint: hook.url });
  await desk.install();
  await service.platform.jobsSettled();
  const comment = async (space: string) => {
    const changeRequest = await makeChangeRequest(service, space);
    await service.send(`POST ${changeRequest}/comments`, { body: '{"body":{"markdown":"Hm."}}' });
  };
  for (const space of [failing, failing, other]) await comment(space);
  await service.platform.jobsSettled();
  await comment(other);
  await service.platform.jobsSettled();
  const sent = () =>
    hook.received.slice(1).map(({ body }) => (JSON.parse(body.toString()) as { spaceId: string }).spaceId);
  expect(sent()).toEqual([failing, other, other]);
  await desk.settle();
  expect(sent()).toEqual([failing, other, other, failing, failing, failing]);
  expect((await desk.events()).map(({ status }) => status)).toEqual(Array(5).fill("success"));
});

it("while the setup of an installation fails, nothing else is sent to it", async () => {
  const hook = await desk.listen((index, response) => {
    if (index === 0) response.statusCode = 500;
  });
  await desk.publish({ endpoint: hook.url, events: [] });
  await desk.install();
  await desk.mergePage("Masts");
  await desk.service.platform.jobsSettled();
  expect(hook.received).toHaveLength(1);
  await desk.settle();
  const sent = hook.received.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
  expect(sent).toEqual(["installation_setup", "installation_setup", "space_content_updated"]);
});

it.each(["an endpoint", "a tunnel"])("406 from %s is not a failure", async (where) => {
  const hook = await desk.listen((_index, response) => {
    response.statusCode = 406;
  });
  await desk.publish(where === "an endpoint" ? { endpoint: hook.url } : {});
  const body = JSON.stringify({ tunnelUrl: hook.url });
  if (where === "a tunnel") await desk.service.send("PUT /v1/integrations/chat/dev", { body });
  await desk.install();
  await desk.settle();
  expect(hook.received).toHaveLength(1);
  expect((await desk.events()).map(({ status }) => status)).toEqual(["success"]);
});
