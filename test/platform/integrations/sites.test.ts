import { afterEach, beforeEach, expect, it } from "vitest";
import { text } from "../http/content.ts";
import { addOrganization } from "../http/people.ts";
import { SiteMaker } from "../publishing/sites/site-maker.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";
import { moduleScript } from "./module-script.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

const form = {
  properties: { tracking: { type: "string" }, sampled: { type: "boolean", default: true } },
  required: ["tracking"],
};

const ofSites = {
  target: "site",
  scopes: ["site:metadata:read"],
  configurations: { site: form },
  events: ["site_published"],
};

async function makeSite(title: string): Promise<SiteMaker> {
  const space = await makeSpaceIn(desk.service, title, {});
  return SiteMaker.make(desk.service, { title, spaces: [space] });
}

const send = (line: string, body?: object) =>
  desk.service.send(line, body === undefined ? {} : { body: JSON.stringify(body) });

const types = async () =>
  (await desk.events("?limit=50")).map(({ payload: { type, siteId, status } }) => [type, siteId, status]).reverse();

it("an integration is installed on a site, configured there, read back and removed", async () => {
  await desk.publish({ ...ofSites, endpoint: (await desk.listen()).url });
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  const { id: site } = await makeSite("Manual");
  const made = await send(`POST ${path}`, { siteId: site });
  expect([made.status, made.json]).toEqual([
    201,
    expect.objectContaining({ integration: "chat", status: "pending", configuration: { sampled: true }, site }),
  ]);
  const change = { configuration: { tracking: "t-1" }, externalIds: ["property-1"] };
  const updated = (await send(`PATCH ${path}/${site}`, change)).json;
  expect(updated).toMatchObject({
    status: "active",
    configuration: { tracking: "t-1", sampled: true },
    externalIds: ["property-1"],
  });
  expect((await send(`GET ${path}/${site}`)).json).toEqual(updated);
  expect((await send(`GET ${path}`)).json).toEqual({ count: 1, items: [updated] });
  expect((await send("GET /v1/integrations/chat/sites?externalId=property-1")).json).toEqual({
    count: 1,
    items: [updated],
  });
  expect((await send(`GET ${path}/${site}?extended=true`)).json).toMatchObject({ site: { id: site, title: "Manual" } });
  expect((await send(`DELETE ${path}/${site}`)).status).toBe(205);
  expect((await send(`DELETE ${path}/${site}`)).status).toBe(204);
  expect((await send(`GET ${path}/${site}`)).status).toBe(404);
  await desk.settle();
  expect(await types()).toEqual([
    ["installation_setup", undefined, "active"],
    ["site_installation_setup", site, "pending"],
    ["site_installation_setup", site, "active"],
    ["site_installation_deleted", site, undefined],
  ]);
});

it("a component that renders the form of a site may also store what the whole installation needs", async () => {
  const configurations = { site: { componentId: "config" } };
  await desk.publish({ ...ofSites, configurations, endpoint: (await desk.listen()).url });
  const installation = await desk.install();
  const updated = await desk.update(installation, {
    configuration: { webhookUrl: "https://example.com/", secret: "s" },
  });
  expect([updated.status, updated.json]).toEqual([
    200,
    expect.objectContaining({ status: "active", configuration: { webhookUrl: "https://example.com/", secret: "s" } }),
  ]);
});

it("an integration without a form rendered by a component stores only the members of its forms", async () => {
  await desk.publish({ ...ofSites, endpoint: (await desk.listen()).url });
  const refused = await desk.update(await desk.install(), { configuration: { webhookUrl: "https://example.com/" } });
  expect([refused.status, text(refused, "error.message")]).toEqual([
    400,
    "configuration.webhookUrl: the integration asks for no such field. Its fields: none.",
  ]);
});

it("an integration of selected sites receives the events of these alone, once it is configured there", async () => {
  await desk.publish({ ...ofSites, endpoint: (await desk.listen()).url });
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  const [on, other] = [await makeSite("Manual"), await makeSite("Other")];
  await send(`POST ${path}`, { siteId: on.id });
  await on.done("POST publish");
  await on.done("POST unpublish");
  await send(`PATCH ${path}/${on.id}`, { configuration: { tracking: "t-1" } });
  await on.done("POST publish");
  await other.done("POST publish");
  await desk.settle();
  expect((await types()).filter(([type]) => type === "site_published")).toEqual([["site_published", on.id, undefined]]);
});

it("a site lists the integrations that work on it", async () => {
  await desk.publish({ ...ofSites, configurations: {} });
  await desk.publish({ title: "Everywhere", scopes: [] }, "everywhere");
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  await desk.install("everywhere");
  const [on, other] = [await makeSite("Manual"), await makeSite("Other")];
  await send(`POST ${path}`, { siteId: on.id });
  const names = async (site: SiteMaker, query = "") =>
    ((await site.send(`GET integrations${query}`)).json as { items: { name: string }[] }).items.map(({ name }) => name);
  expect(await names(on)).toEqual(["chat", "everywhere"]);
  expect(await names(on, "?search=every")).toEqual(["everywhere"]);
  expect(await names(other)).toEqual(["everywhere"]);
});

it.each([
  ["a site of another organization", 404],
  ["a site twice", 409],
  ["a site, though it is for spaces", 409],
] as const)("an integration is not installed on %s", async (what, status) => {
  await desk.publish({ ...ofSites, target: what === "a site, though it is for spaces" ? "space" : "site" });
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  let { id: siteId } = await makeSite("Manual");
  if (what === "a site of another organization") {
    const { organization, administrator } = await addOrganization(desk.service);
    const { headers } = administrator;
    const body = '{"title":"Theirs"}';
    siteId = text(await desk.service.send(`POST /v1/orgs/${organization}/sites`, { headers, body }), "id");
  }
  if (what === "a site twice") await send(`POST ${path}`, { siteId });
  expect((await send(`POST ${path}`, { siteId })).status).toBe(status);
});

it("a configuration that the integration does not ask for is refused, and nothing of it is stored", async () => {
  await desk.publish(ofSites);
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  const { id: siteId } = await makeSite("Manual");
  await send(`POST ${path}`, { siteId });
  const answer = await send(`PATCH ${path}/${siteId}`, { configuration: { tracking: 7 }, externalIds: ["x"] });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("configuration.tracking")]);
  expect((await send(`GET ${path}/${siteId}`)).json).toMatchObject({
    configuration: { sampled: true },
    externalIds: [],
  });
});

it("a deleted site takes its installations along, and the integration learns of it", async () => {
  await desk.publish({ ...ofSites, endpoint: (await desk.listen()).url });
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  const site = await makeSite("Manual");
  await send(`POST ${path}`, { siteId: site.id });
  await site.done("DELETE ");
  expect((await send(`GET ${path}`)).json).toEqual({ count: 0, items: [] });
  await desk.settle();
  expect((await types()).at(-1)).toEqual(["site_installation_deleted", site.id, undefined]);
});

it("the same is read and configured on a space", async () => {
  const configurations = { space: form };
  await desk.publish({ target: "space", configurations, endpoint: (await desk.listen()).url });
  const path = `/v1/integrations/chat/installations/${await desk.install()}/spaces`;
  const space = await makeSpaceIn(desk.service, "Masts", {});
  await send(`POST ${path}`, { space });
  const updated = (await send(`PATCH ${path}/${space}`, { configuration: { tracking: "t-1" } })).json;
  expect(updated).toMatchObject({ status: "active", configuration: { tracking: "t-1", sampled: true }, space });
  expect((await send(`GET ${path}/${space}`)).json).toEqual(updated);
  expect((await send(`GET ${path}`)).json).toEqual({ count: 1, items: [updated] });
  expect((await send(`GET ${path}/${space}?extended=true`)).json).toMatchObject({ space: { id: space } });
  expect((await send(`DELETE ${path}/${space}`)).status).toBe(205);
  expect((await send(`GET ${path}`)).json).toEqual({ count: 0, items: [] });
});

it("a script finds the installation on the site of its event, and stores there what it learns", async () => {
  const script = moduleScript({
    site_installation_setup: `
      const { siteInstallation } = context.environment;
      console.log(siteInstallation.site === event.siteId, JSON.stringify(siteInstallation.configuration));
      if (siteInstallation.configuration.oauth) return;
      const path = siteInstallation.urls.location.slice(context.environment.apiEndpoint.length);
      const configuration = { ...siteInstallation.configuration, oauth: { access_token: "at-1" } };
      console.log((await context.asInstallation("PATCH " + path, { configuration, externalIds: ["p-1"] })).status);`,
  });
  const button = { type: "button", callback_url: "/oauth", button_text: "Sign in" };
  const configurations = { site: { properties: { oauth: button }, required: ["oauth"] } };
  await desk.publish({ ...ofSites, script, configurations, runtime: "v2" });
  const path = `/v1/integrations/chat/installations/${await desk.install()}/sites`;
  const { id: siteId } = await makeSite("Manual");
  await send(`POST ${path}`, { siteId });
  await desk.service.platform.jobsSettled();
  expect((await send(`GET ${path}/${siteId}`)).json).toMatchObject({
    status: "active",
    configuration: { oauth: { access_token: "at-1" } },
    externalIds: ["p-1"],
  });
  const [after, before] = await desk.events();
  const messages = async (id = "") => (await desk.traceOf(id)).trace.logs.map(({ message }) => message);
  expect(await messages(before?.id)).toEqual(["true {}", "200"]);
  expect(await messages(after?.id)).toEqual(['true {"oauth":{"access_token":"at-1"}}']);
});
