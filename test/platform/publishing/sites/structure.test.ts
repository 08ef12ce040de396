import { describe, expect, it } from "vitest";
import { member, refusal, text } from "../../http/content.ts";
import { addOrganization, addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeSpaceIn } from "../../workspace/spaces/arrangement.ts";
import { SiteMaker } from "./site-maker.ts";

const service = running();

describe("a site of spaces", () => {
  it("shows them in the order given", async () => {
    const spaces = [await makeSpaceIn(service, "Version 2"), await makeSpaceIn(service, "Version 1")];
    const site = await SiteMaker.make(service, { title: "Manual", spaces });
    expect(await site.outline()).toEqual(["space Version 2 /version-2 default", "space Version 1 /version-1"]);
  });

  it("takes its title from its first space, or has a default one", async () => {
    const space = await makeSpaceIn(service, "Weather stations");
    const site = await SiteMaker.make(service, { spaces: [space] });
    expect(text(await site.send("GET "), "title")).toBe("Weather stations");
    expect(text(await (await SiteMaker.make(service)).send("GET "), "title")).toBe("Documentation");
  });

  it("gets a unique basename from its title", async () => {
    const names = [];
    for (let count = 0; count < 3; count += 1) {
      const site = await SiteMaker.make(service, { title: "Tides & Currents" });
      names.push(text(await site.send("GET "), "basename"));
    }
    expect(names).toEqual(["tides-currents", "tides-currents-2", "tides-currents-3"]);
  });

  it("cannot show a space twice", async () => {
    const space = await makeSpaceIn(service, "Once");
    const site = await SiteMaker.make(service, { spaces: [space] });
    expect(refusal(await site.send("POST site-spaces", { spaceId: space }))).toMatch(
      /^409 spaceId: site \w+ already shows space \w+, as site space \w+\.$/,
    );
    const twice = { spaces: [space, space] };
    const answer = await service.send(`POST /v1/orgs/${service.organization}/sites`, { body: JSON.stringify(twice) });
    expect(refusal(answer)).toBe(`400 spaces: contains space ${space} twice.`);
  });

  it("creates the space to show, filled with a template", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const template = await makeSpaceIn(service, "Handbook");
    const made = await site.done("POST site-spaces", {
      spaceId: null,
      title: "Handbook for all",
      template: { id: template },
    });
    expect(text(made, "space.title")).toBe("Handbook for all");
    expect(refusal(await site.send("POST site-spaces", { spaceId: null, pageId: "p1" }))).toBe(
      "400 pageId: a new space has no pages yet. Leave it out.",
    );
  });

  it("rejects spaces of other organizations and deleted ones", async () => {
    const { organization, administrator } = await addOrganization(service);
    const body = JSON.stringify({ title: "Theirs" });
    const theirs = await service.send(`POST /v1/orgs/${organization}/spaces`, { body, headers: administrator.headers });
    const site = await SiteMaker.make(service, { title: "Manual" });
    expect((await site.send("POST site-spaces", { spaceId: text(theirs, "id") })).status).toBe(404);
    const deleted = await makeSpaceIn(service, "Deleted");
    await service.send(`DELETE /v1/spaces/${deleted}`);
    expect(refusal(await site.send("POST site-spaces", { spaceId: deleted }))).toBe(
      `404 spaceId: space ${deleted} was deleted. It can be restored for 7 days.`,
    );
  });

  it("hides a deleted space until it is restored", async () => {
    const space = await makeSpaceIn(service, "Gone for a day");
    const site = await SiteMaker.make(service, { spaces: [await makeSpaceIn(service, "Stays"), space] });
    await service.send(`DELETE /v1/spaces/${space}`);
    expect(await site.outline()).toEqual(["space Stays /stays default"]);
    expect(member(await site.send("GET "), "siteSpaces")).toBe(1);
    await service.send(`POST /v1/spaces/${space}/restore`);
    expect(await site.outline()).toEqual(["space Stays /stays default", "space Gone for a day /gone-for-a-day"]);
  });

  it("hides a space that was transferred to another organization", async () => {
    const { organization, administrator } = await addOrganization(service);
    const space = await makeSpaceIn(service, "Sold");
    const site = await SiteMaker.make(service, { spaces: [space] });
    await service.platform.database.write((queries) =>
      queries
        .insertInto("member")
        .values({ organization, user: service.user, role: "admin", joined_at: service.platform.now(), disabled: 0 })
        .execute(),
    );
    await service.send(`POST /v1/spaces/${space}/transfer`, { body: JSON.stringify({ organization }) });
    expect(await site.outline()).toEqual([]);
    expect((await service.send(`GET /v1/spaces/${space}`, { headers: administrator.headers })).status).toBe(200);
  });

  it("keeps its default until another is chosen", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const [first, second] = [await site.addVariant("One"), await site.addVariant("Two")];
    await site.done("PATCH ", { defaultSiteSpace: second.siteSpace });
    expect(await site.outline()).toEqual(["space One /one", "space Two /two default"]);
    expect(refusal(await site.send(`DELETE site-spaces/${second.siteSpace}`))).toMatch(
      /^409 siteSpaceId: site space \w+ is shown first\. Make another the default first, with updateSiteById\.$/,
    );
    await site.done("PATCH ", { defaultSiteSpace: first.siteSpace });
    expect((await site.send(`DELETE site-spaces/${second.siteSpace}`)).status).toBe(205);
    expect((await site.send(`DELETE site-spaces/${second.siteSpace}`)).status).toBe(204);
    expect((await site.send(`DELETE site-spaces/${first.siteSpace}`)).status).toBe(205);
    expect(await site.outline()).toEqual([]);
  });

  it("forgets the home page of its previous space", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const { siteSpace, space } = await site.addVariant("One");
    const draft = await service.send(`POST /v1/spaces/${space}/change-requests`);
    const change = { operation: "insert_page", title: "Start", document: { markdown: "" } };
    const content = `/v1/spaces/${space}/change-requests/${text(draft, "id")}`;
    const inserted = await service.send(`POST ${content}/content?compat=false`, {
      body: JSON.stringify({ changes: [change] }),
    });
    await service.send(`POST ${content}/merge`);
    const page = text(inserted, "changes.0.page.id");
    expect(text(await site.done(`PATCH site-spaces/${siteSpace}`, { pageId: page }), "pageId")).toBe(page);
    const other = await makeSpaceIn(service, "Other");
    expect(refusal(await site.send(`PATCH site-spaces/${siteSpace}`, { spaceId: other, pageId: page }))).toBe(
      `404 pageId: there is no page ${page} in space ${other}.`,
    );
    expect(member(await site.done(`PATCH site-spaces/${siteSpace}`, { spaceId: other }), "pageId")).toBe(null);
  });
});

describe("the sections of a site", () => {
  it("start with the previous content, which stays at the root", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    await site.addVariant("Version 2");
    await site.addVariant("Version 1");
    await site.addSection("API reference", { icon: "code" });
    expect(await site.outline()).toEqual([
      "section Manual /manual default",
      "  space Version 2 /version-2 default",
      "  space Version 1 /version-1",
      "section API reference /api-reference",
      "  space API reference /api-reference default",
    ]);
    const [first] = member(await site.send("GET sections"), "items") as { id: string }[];
    expect(refusal(await site.send(`DELETE sections/${first?.id}`))).toMatch(
      /^409 siteSectionId: section \w+ is shown first\. Make another the default of the site first, with updateSiteById\.$/,
    );
  });

  it("can all be removed, including the last one", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const [guides, api] = [await site.addSection("Guides"), await site.addSection("API")];
    expect((await site.send(`DELETE sections/${api.section}`)).status).toBe(205);
    expect((await site.send(`DELETE sections/${guides.section}`)).status).toBe(205);
    expect(await site.outline()).toEqual([]);
    expect(member(await site.send("GET structure"), "type")).toBe("siteSpaces");
    await site.addVariant("Fresh");
    expect(await site.outline()).toEqual(["space Fresh /fresh default"]);
  });

  it("keep their only site space", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const { section, siteSpace } = await site.addSection("Guides");
    expect(refusal(await site.send(`DELETE site-spaces/${siteSpace}`))).toBe(
      `409 siteSpaceId: site space ${siteSpace} is the only one in section ${section}. Delete the section instead.`,
    );
  });

  it("have addresses of their own", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const [guides, api] = [await site.addSection("Guides"), await site.addSection("API")];
    await site.addVariant("Old guides", { sectionId: guides.section });
    const taken = (path: string) => expect.stringMatching(new RegExp(`^409 path: "${path}" would be the path of `));
    await site.addSection("Recipes");
    expect(refusal(await site.send(`PATCH sections/${api.section}`, { path: "recipes" }))).toEqual(taken("recipes"));
    expect(refusal(await site.send(`PATCH sections/${api.section}`, { path: "old-guides" }))).toEqual(
      taken("old-guides"),
    );
    expect(text(await site.send("GET "), "id")).toBe(site.id);
    expect(refusal(await site.send(`PATCH sections/${api.section}`, { path: "~search" }))).toMatch(
      /^400 path: "~search"/,
    );
    expect(refusal(await site.send(`PATCH sections/${api.section}`, { path: "llms.txt" }))).toMatch(
      /^400 path: "llms.txt"/,
    );
    expect(text(await site.done(`PATCH sections/${api.section}`, { path: "参考" }), "path")).toBe("参考");
  });

  it("move only among their siblings, as groups do", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const [one, two, three] = [
      await site.addSection("One"),
      await site.addSection("Two"),
      await site.addSection("Three"),
    ];
    const group = text(await site.done("POST section-groups", { title: "More", sections: [two.section] }), "id");
    const sort = (item: object, position: object) => site.send("PATCH structure/sort", { item, position });
    const pointer = (id: string, type = "site-section") => ({ type, id });
    expect((await sort(pointer(group, "site-section-group"), { before: pointer(one.section) })).status).toBe(200);
    expect((await sort(pointer(one.section), { after: pointer(three.section) })).status).toBe(200);
    expect(await site.outline()).toEqual([
      "section-group More",
      "  section Two /two",
      "    space Two /two default",
      "section Three /three",
      "  space Three /three default",
      "section One /one default",
      "  space One /one default",
    ]);
    expect(refusal(await sort(pointer(two.section), { before: pointer(one.section) }))).toBe(
      `400 position: site-section ${one.section} is not a sibling of site-section ${two.section}. Name another item of the same parent.`,
    );
    expect((await sort(pointer("none"), { before: pointer(one.section) })).status).toBe(404);
    expect((await sort(pointer("none", "site-external-link"), { before: pointer(one.section) })).status).toBe(404);
  });

  it("take the place of their group when it is removed", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const [one, two] = [await site.addSection("One"), await site.addSection("Two")];
    const outer = text(await site.done("POST section-groups", { title: "Outer" }), "id");
    const inner = text(
      await site.done("POST section-groups", { title: "Inner", parent: outer, sections: [one.section] }),
      "id",
    );
    await site.done(`POST section-groups/${outer}/sections`, { sectionId: two.section });
    expect((await site.send(`DELETE section-groups/${inner}`)).status).toBe(205);
    expect((await site.send(`DELETE section-groups/${inner}`)).status).toBe(204);
    expect(await site.outline()).toEqual([
      "section-group Outer",
      "  section Two /two",
      "    space Two /two default",
      "  section One /one default",
      "    space One /one default",
    ]);
    const moved = await site.done(`PATCH sections/${one.section}`, { siteSectionGroupId: null, icon: "gear" });
    expect([member(moved, "sectionGroup"), member(moved, "icon")]).toEqual([undefined, "gear"]);
  });

  it("are listed in the order of the structure, those in groups at the group's position", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    for (const title of ["One", "Two", "Three"]) await site.addSection(title);
    const [one, two] = member(await site.send("GET sections"), "items") as { id: string }[];
    const group = text(await site.done("POST section-groups", { title: "Last", sections: [one?.id] }), "id");
    await site.done("PATCH structure/sort", {
      item: { type: "site-section-group", id: group },
      position: { after: { type: "site-section", id: two?.id } },
    });
    const titles = (member(await site.send("GET sections"), "items") as { title: string }[]).map(({ title }) => title);
    expect(titles).toEqual(["Two", "One", "Three"]);
    const variants = (member(await site.send("GET site-spaces"), "items") as { title: string }[]).map(
      ({ title }) => title,
    );
    expect(variants).toEqual(["Two", "One", "Three"]);
  });

  it("nest in groups to a limited depth", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    let parent: string | undefined;
    for (let depth = 1; depth <= 8; depth += 1) {
      parent = text(
        await site.done("POST section-groups", { title: `Group ${depth}`, ...(parent && { parent }) }),
        "id",
      );
    }
    expect(refusal(await site.send("POST section-groups", { title: "Too deep", parent }))).toMatch(/^400 parent: /);
  });

  it("reject a condition that is not a valid expression", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const { section } = await site.addSection("Guides");
    const answer = await site.send(`PATCH sections/${section}`, { condition: "visitor.claims.plan ==" });
    expect(refusal(answer)).toMatch(/^400 condition: is not a valid expression\./);
  });
});

describe("content that a member may not read", () => {
  it("is absent from the structure, counts and search, as is its section", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const [open, secret] = [await site.addSection("Open"), await site.addSection("Secret")];
    await service.send(`PATCH /v1/spaces/${secret.space}`, { body: JSON.stringify({ defaultLevel: null }) });
    const reader = await addPerson(service, service.organization, "read");
    const sections = await site.send("GET sections", undefined, reader);
    expect([member(sections, "count"), text(sections, "items.0.id")]).toEqual([1, open.section]);
    expect(sections.text).not.toContain("Secret");
    expect(member(await site.send("GET ", undefined, reader), "siteSpaces")).toBe(1);
    const listed = await service.send(`GET /v1/orgs/${service.organization}/sites?space=${secret.space}`, {
      headers: reader.headers,
    });
    expect(member(listed, "count")).toBe(0);
    const creator = await addPerson(service, service.organization, "create");
    expect((await site.send(`DELETE sections/${secret.section}`, undefined, creator)).status).toBe(204);
    expect((await site.send(`PATCH sections/${secret.section}`, { title: "Mine" }, creator)).status).toBe(404);
  });

  it("cannot be published by someone who may only read it", async () => {
    const site = await SiteMaker.make(service, { title: "Manual" });
    const space = await makeSpaceIn(service, "Inside", { defaultLevel: "read" });
    const creator = await addPerson(service, service.organization, "create");
    expect(refusal(await site.send("POST site-spaces", { spaceId: space }, creator))).toBe(
      `403 This needs the role "create" on space ${space}; the token's user has "read".`,
    );
  });
});
