import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let ada: Visitor;
let at: string;

const tides = (limit: object, others: object = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Tides", version: "1" },
    paths: {
      "/tides": {
        get: { parameters: [{ name: "limit", in: "query", ...limit }], responses: { 200: { description: "Tides" } } },
      },
      ...others,
    },
  });

async function publish(text: string): Promise<void> {
  const names = { organizationId: desk.organization, specSlug: "tides" };
  await desk.client.openapiSpecs.set({ ...names, source: { text } });
  await desk.platform.jobsSettled();
}

beforeAll(async () => {
  desk = await openDesk();
  ada = await desk.signedIn();
  at = `/app/${desk.organization}/openapi/tides`;
  await publish(tides({ schema: { type: "integer" } }, { "/old": { get: { responses: {} } } }));
  await publish(tides({ required: true, schema: { type: "string" } }, { "/new": { get: { responses: {} } } }));
});
afterAll(() => desk.close());

describe("a specification", () => {
  it("lists its versions with what each changed", async () => {
    const text = await ada.see(at);
    expect(text).toMatch(/latest.*2 breaking\s+1 added, 1 changed, 1 removed.*none to compare/);
  });

  it("has a page for each version, the breaking changes first", async () => {
    await ada.see(at);
    const [, href = ""] = /<td><a href="([^"]*)">[^<]*<\/a> <span class="badge badge-latest">/.exec(ada.html) ?? [];
    const text = await ada.see(href);
    expect(text).toContain("query parameter limit: required now");
    expect(text).toMatch(/GET \/old\s+removed\s+breaking/);
    expect(text.indexOf("GET /new")).toBeGreaterThan(text.indexOf("GET /old"));
  });

  it("has no page for a version that there is not", async () => {
    expect((await ada.open(`${at}/none`)).status).toBe(404);
  });
});
