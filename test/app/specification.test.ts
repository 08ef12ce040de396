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
    const [, href = ""] =
      /<td[^>]*><a href="([^"]*)">[^<]*<\/a> <span class="badge badge-latest">/.exec(ada.html) ?? [];
    const text = await ada.see(href);
    expect(text).toContain("query parameter limit: required now");
    expect(text).toMatch(/GET \/old\s+removed\s+breaking/);
    expect(text.indexOf("GET /new")).toBeGreaterThan(text.indexOf("GET /old"));
  });

  it("compares any two versions, chosen in the list", async () => {
    await publish(tides({ schema: { type: "integer" } }, { "/newest": { get: { responses: {} } } }));
    await ada.see(at);
    const chosen = (name: string) =>
      [...ada.html.matchAll(new RegExp(`type="radio" name="${name}" value="([^"]*)"`, "g"))].map(([, id]) => id);
    const [newest, , oldest] = chosen("to");
    expect(chosen("from")).toEqual(chosen("to"));
    const text = await ada.see(`${at}?from=${oldest}&to=${newest}`);
    expect(text).toMatch(/GET \/old\s+removed\s+breaking/);
    expect(text).toMatch(/GET \/newest\s+added/);
    expect(text, "what the version between changed and the newest changed back").not.toContain("GET /tides");
    expect(await ada.see(`${at}?from=${newest}&to=${oldest}`)).toMatch(/GET \/newest\s+removed\s+breaking/);
    expect((await ada.open(`${at}?from=none&to=${newest}`)).status).toBe(404);
  });

  it("has no page for a missing version", async () => {
    expect((await ada.open(`${at}/none`)).status).toBe(404);
  });
});
