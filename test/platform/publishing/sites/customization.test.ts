import { describe, expect, it } from "vitest";
import { override, settings } from "../../../contract/examples/customization-settings.ts";
import { member, refusal, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { SiteMaker } from "./site-maker.ts";

const service = running();

describe("the appearance of a site", () => {
  it("has a default for every required setting", async () => {
    const site = await SiteMaker.make(service, { title: "Plain" });
    const looks = await site.done("GET customization");
    expect((await site.send("PUT customization", looks.json as object)).status).toBe(200);
    expect((await site.done("GET customization")).json).toEqual(looks.json);
    expect(member(looks, "header")).toEqual({ preset: "default", links: [] });
    expect(member(looks, "styling.monospaceFont")).toBe("IBMPlexMono");
  });

  it("is replaced as a whole, with defaults for omitted settings", async () => {
    const site = await SiteMaker.make(service, { title: "Replaced" });
    expect((await site.done("PUT customization", settings)).json).toEqual(settings);
    expect((await site.done("GET customization")).json).toEqual(settings);
    expect(member(await site.send("GET "), "icon")).toEqual({ icon: settings.favicon.icon });
    const { internationalization: _, title: __, announcement: ___, ...some } = settings;
    const { preset: ____, ...header } = settings.header;
    const { background: _____, ...styling } = settings.styling;
    const replaced = await site.done("PUT customization", { ...some, header, styling });
    expect(member(replaced, "internationalization")).toEqual({ locale: "en" });
    expect([member(replaced, "header.preset"), member(replaced, "styling.background")]).toEqual(["default", "plain"]);
    expect([member(replaced, "title"), member(replaced, "announcement")]).toEqual([undefined, undefined]);
  });

  it("rejects a condition that is not a valid expression", async () => {
    const site = await SiteMaker.make(service, { title: "Condition" });
    const links = [{ title: "Beta", to: null, links: [], condition: "visitor.claims.(" }];
    const answer = await site.send("PUT customization", { ...settings, header: { ...settings.header, links } });
    expect(refusal(answer)).toMatch(/^400 body\.header\.links\.0\.condition: /);
  });
});

describe("the appearance of one site space", () => {
  it("overrides the site's settings until its own are removed", async () => {
    const site = await SiteMaker.make(service, { title: "Variants" });
    const { siteSpace } = await site.addVariant("One");
    const path = `site-spaces/${siteSpace}/customization`;
    await site.done("PUT customization", settings);
    const changed = await site.done(`PATCH ${path}`, override);
    expect(member(changed, "styling.theme")).toBe("bold");
    expect(member(changed, "styling.infoColor")).toEqual(settings.styling.infoColor);
    expect(member(changed, "styling.codeTheme")).toEqual(settings.styling.codeTheme);
    expect(member(changed, "themes")).toEqual({ default: "dark", toggeable: false });
    expect(member(changed, "feedback")).toEqual(settings.feedback);
    // A null title falls back to the title of the content.
    expect(member(changed, "title")).toBe(undefined);
    const partly = await site.done(`PATCH ${path}`, { styling: { theme: null }, footer: { copyright: "© One" } });
    expect(member(partly, "styling.theme")).toBe(settings.styling.theme);
    expect(member(partly, "styling.corners")).toBe("straight");
    expect(member(partly, "footer")).toEqual({
      ...settings.footer,
      groups: override.footer.groups,
      copyright: "© One",
    });
    expect((await site.done(`GET ${path}`)).json).toEqual(partly.json);
    const published = await site.done("GET published");
    expect(member(published, "customizations.site")).toEqual(settings);
    expect(member(published, `customizations.siteSpaces.${siteSpace}`)).toEqual(partly.json);
    expect((await site.send(`DELETE ${path}`)).status).toBe(205);
    expect((await site.send(`DELETE ${path}`)).status).toBe(204);
    expect((await site.done(`GET ${path}`)).json).toEqual(settings);
    expect(member(await site.done("GET published"), "customizations.siteSpaces")).toEqual({ [siteSpace]: settings });
  });

  it("has no settings of its own after the last is removed", async () => {
    const site = await SiteMaker.make(service, { title: "Taken back" });
    const { siteSpace } = await site.addVariant("One");
    const path = `site-spaces/${siteSpace}/customization`;
    await site.done(`PATCH ${path}`, { themes: { default: "dark" } });
    await site.done(`PATCH ${path}`, { themes: { default: null } });
    expect((await site.send(`DELETE ${path}`)).status).toBe(204);
    expect((await site.send("DELETE site-spaces/none/customization")).status).toBe(204);
    expect((await site.send("GET site-spaces/none/customization")).status).toBe(404);
  });
});

describe("the visitor attributes that a site's conditions may use", () => {
  const claim = (more: object) => ({ description: "Says something", ...more });
  const schema = (properties: object) => ({ jsonSchema: { type: "object", properties, additionalProperties: false } });

  it("are empty until a schema declares some", async () => {
    const site = await SiteMaker.make(service, { title: "Schema" });
    const made = await site.done("GET adaptive-schema");
    expect(member(made, "jsonSchema.properties.unsigned.properties")).toEqual({});
    expect((await site.send("PUT adaptive-schema", { jsonSchema: member(made, "jsonSchema") })).status).toBe(200);
    expect((await site.done("GET adaptive-schema/template-conditions")).json).toEqual({ items: [] });
  });

  it("give a condition for each way to distinguish visitors", async () => {
    const site = await SiteMaker.make(service, { title: "Conditions" });
    await site.done(
      "PUT adaptive-schema",
      schema({
        plan: claim({ type: "string", description: "Plan", enum: ["free", "pro"] }),
        company: claim({ type: "string", description: "Company" }),
        "is-beta": claim({ type: "boolean", description: "Takes part" }),
        seats: claim({ type: "number", description: "Seats" }),
        tags: claim({ type: "array", description: "Tags", items: { type: "string" } }),
        unsigned: claim({
          type: "object",
          properties: { dark: claim({ type: "boolean", description: "Likes it dark" }) },
          additionalProperties: false,
        }),
      }),
    );
    const conditions = await site.done("GET adaptive-schema/template-conditions");
    expect(member(conditions, "items")).toEqual([
      { description: "Plan (is free)", condition: 'visitor.claims.plan == "free"' },
      { description: "Plan (is pro)", condition: 'visitor.claims.plan == "pro"' },
      { description: "Company (is set)", condition: "visitor.claims.company != null" },
      { description: "Takes part", condition: 'visitor.claims["is-beta"]' },
      { description: "Likes it dark", condition: "visitor.claims.unsigned.dark" },
    ]);
    const { siteSpace } = await site.addVariant("One");
    for (const { condition } of member(conditions, "items") as { condition: string }[]) {
      expect((await site.send(`PATCH site-spaces/${siteSpace}`, { condition })).status, condition).toBe(200);
    }
    expect(member(await site.done(`PATCH site-spaces/${siteSpace}`, { condition: null }), "condition")).toBe(undefined);
  });

  const nested = (depth: number): object =>
    depth === 0
      ? claim({ type: "boolean" })
      : claim({ type: "object", properties: { a: nested(depth - 1) }, additionalProperties: false });

  it.each([
    [
      "an attribute within another that has no description",
      { a: claim({ type: "object", properties: { b: { type: "boolean" } }, additionalProperties: false }) },
      "a.properties.b: needs a `description`.",
    ],
    [
      "a type that is none",
      { a: claim({ type: "object", properties: { b: claim({ type: "date" }) }, additionalProperties: false }) },
      "a.properties.b: has a `type` that is not boolean, string, number, array or object.",
    ],
    ["an open object", { a: claim({ type: "object", properties: {} }) }, "a: needs `additionalProperties` false."],
    [
      "a list of lists",
      { a: claim({ type: "array", items: { type: "array" } }) },
      "a: needs `items` of type boolean, string or number.",
    ],
    [
      "unsigned attributes that are no object",
      { unsigned: claim({ type: "boolean" }) },
      "unsigned: must be an object with `properties`.",
    ],
    [
      "attributes nested without end",
      { a: nested(6) },
      "a.properties.a.properties.a.properties.a.properties.a: is nested more than 5 deep.",
    ],
  ])("reject %s", async (_, properties, problem) => {
    const site = await SiteMaker.make(service, { title: "Refused" });
    expect(refusal(await site.send("PUT adaptive-schema", schema(properties)))).toBe(
      `400 jsonSchema.properties.${problem}`,
    );
  });
});

describe("a site's list and its changes", () => {
  it("tell sites apart by title and by whether they are published", async () => {
    const [one, two] = [
      await SiteMaker.make(service, { title: "Alpha list" }),
      await SiteMaker.make(service, { title: "Beta LIST" }),
    ];
    await two.addVariant("Two");
    await two.done("POST publish");
    const listed = async (query: string) => {
      const answer = await service.send(`GET /v1/orgs/${service.organization}/sites?${query}`);
      return (member(answer, "items") as { id: string }[]).map(({ id }) => id);
    };
    expect(await listed("title=list")).toEqual([two.id, one.id]);
    expect(await listed("title=list&published=true")).toEqual([two.id]);
    expect(await listed("title=li%25t")).toEqual([]);
    const first = await service.send(`GET /v1/orgs/${service.organization}/sites?title=list&limit=1`);
    expect(await listed(`title=list&limit=1&page=${text(first, "next.page")}`)).toEqual([one.id]);
  });
});
