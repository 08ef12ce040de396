import { describe, expect, it } from "vitest";
import { updateSite } from "../../../src/tools/catalog/update-site.ts";
import { running } from "../../platform/http/running.ts";
import { makeGuide, SiteMaker } from "../../platform/publishing/sites/site-maker.ts";
import { clientOf } from "../../support/client-ways.ts";
import { callTool, refusal } from "./call-tool.ts";

const service = running();

const update = (input: Readonly<Record<string, unknown>>) =>
  callTool(updateSite, clientOf(service.platform, service.token), input);

describe("a new site", () => {
  it("shows the named spaces in order and is published by the same call", async () => {
    await makeGuide(service, "Manual", [{ title: "Welcome", markdown: "Begin here." }]);
    await makeGuide(service, "Cookbook", [{ title: "Soup", markdown: "Boil water." }]);
    const told = await update({ site: "Kitchen", create: true, spaces: ["Manual", "Cookbook"], published: true });
    expect(told).toMatch(
      /^Site "Kitchen" \(\w{20}\):\nIt is new and shows space "Manual" \(\w{20}\), space "Cookbook"/,
    );
    expect(told).toMatch(/It is published.* "[^"]*\/sites\/kitchen\/"\./);
    expect(told).not.toContain("not published");
  });

  it("is not published unless the call says so", async () => {
    const told = await update({ site: "Quiet", create: true });
    expect(told).toMatch(/^Site "Quiet" \(\w{20}\):\nIt is new\.\nIt is not published: "published": true/);
  });

  it("shows its space in a section with that title", async () => {
    await makeGuide(service, "Endpoints", [{ title: "Welcome", markdown: "Begin here." }]);
    const told = await update({ site: "Developers", create: true, spaces: ["Endpoints"], section: "API reference" });
    expect(told).toMatch(/It is new\.\nIt shows space "Endpoints" \(\w{20}\) as section "API reference" \(\w{20}\)\./);
  });

  it("is rejected if a site has that title, and leaves that site unchanged", async () => {
    await update({ site: "Only once", create: true });
    const problem = await refusal(update({ site: "only ONCE", create: true, published: true }));
    expect(problem).toMatch(/^There is a site "Only once" \(\w{20}\)\. Leave out `create` to change it/);
  });

  it("is not created if one of its spaces does not exist", async () => {
    await refusal(update({ site: "Half made", create: true, spaces: ["No such space"] }));
    expect(await refusal(update({ site: "Half made", check: true }))).toContain("There is no site");
  });

  it("asks for confirmation before it is published, naming its spaces and audience", async () => {
    await makeGuide(service, "Asked", [{ title: "Welcome", markdown: "Begin here." }]);
    const asked = async (input: object) =>
      callTool(
        {
          ...updateSite,
          run: async (...given: Parameters<typeof updateSite.run>) => ({
            text: (await updateSite.consequence?.(...given)) ?? "nothing",
          }),
        },
        clientOf(service.platform, service.token),
        { site: "Brand new", create: true, ...input },
      );
    expect(await asked({ spaces: ["Asked"] })).toBe("nothing");
    expect(await asked({ spaces: ["Asked"], published: true })).toMatch(
      /^Publish the new site "Brand new", with space "Asked" \(\w{20}\), to the audience public\.$/,
    );
  });
});

describe("a redirect", () => {
  it("leads to a page named by title, path or id, or to an address", async () => {
    const { space, pages } = await makeGuide(service, "Routes", [
      { title: "Welcome", markdown: "Begin here." },
      { title: "Set up", markdown: "Do this." },
    ]);
    const site = await SiteMaker.make(service, { title: "Routes", visibility: "public", spaces: [space] });
    for (const [from, to] of [
      ["/by-title", "Set up"],
      ["/by-path", "set-up"],
      ["/by-id", pages[1]],
    ]) {
      const told = await update({ site: "Routes", redirect: { from, to } });
      expect(told).toContain(`"${from}" redirects to page "Set up" (${pages[1]})`);
    }
    expect(await update({ site: "Routes", redirect: { from: "/away", to: "https://a.example/x" } })).toContain(
      '"/away" redirects to "https://a.example/x"',
    );
    const { items } = (await site.done("GET redirects")).json as { items: { source: string; destination: object }[] };
    const kept = Object.fromEntries(items.map(({ source, destination }) => [source, destination]));
    expect(kept["/by-title"]).toMatchObject({ kind: "site-page", pageId: pages[1] });
    expect(kept["/by-path"]).toEqual(kept["/by-title"]);
    expect(kept["/by-id"]).toEqual(kept["/by-title"]);
    expect(kept["/away"]).toMatchObject({ kind: "external", url: "https://a.example/x" });
  });

  it("is rejected with candidates if the page is unknown or in two spaces", async () => {
    const one = await makeGuide(service, "One", [{ title: "Welcome", markdown: "Begin here." }]);
    const two = await makeGuide(service, "Two", [{ title: "Welcome", markdown: "Begin here." }]);
    await SiteMaker.make(service, { title: "Twice", visibility: "public", spaces: [one.space, two.space] });
    const both = await refusal(update({ site: "Twice", redirect: { from: "/old", to: "Welcome" } }));
    expect(both).toContain("Several spaces of the site have that page. Name it by its id:");
    expect(both).toContain(`id ${one.pages[0]})`);
    expect(both).toContain(`id ${two.pages[0]})`);
    expect(await refusal(update({ site: "Twice", redirect: { from: "/old", to: "Welcom" } }))).toContain(
      'There is no page "Welcom" in site space "One". The closest are:',
    );
  });

  it("is rejected with the name of the field if its source is not a path", async () => {
    await SiteMaker.make(service, { title: "Paths", visibility: "public" });
    await expect(update({ site: "Paths", redirect: { from: "old", to: "https://a.example/" } })).rejects.toThrow(
      "source",
    );
  });
});

describe("customization", () => {
  it("changes only the given settings", async () => {
    const site = await SiteMaker.make(service, { title: "Colors", visibility: "public" });
    const settings = async () => (await site.done("GET customization")).json as { styling: { primaryColor: object } };
    const before = await settings();
    const told = await update({ site: "Colors", customization: { styling: { primaryColor: { light: "#0055ff" } } } });
    expect(told).toContain("Its customization is changed: styling.");
    const after = await settings();
    expect(after.styling.primaryColor).toEqual({ ...before.styling.primaryColor, light: "#0055ff" });
    expect({ ...after, styling: { ...after.styling, primaryColor: undefined } }).toEqual({
      ...before,
      styling: { ...before.styling, primaryColor: undefined },
    });
  });

  it("replaces the pictures of a favicon with an emoji, and removes what is null", async () => {
    const site = await SiteMaker.make(service, { title: "Apples", visibility: "public" });
    const icon = { light: "https://a.example/light.png", dark: "https://a.example/dark.png" };
    const announcement = { enabled: true, message: "News", style: "info" };
    await update({ site: "Apples", customization: { favicon: { icon }, announcement } });
    await update({ site: "Apples", customization: { favicon: { emoji: "🍏" }, announcement: null } });
    const settings = (await site.done("GET customization")).json as object;
    expect(settings).toMatchObject({ favicon: { emoji: "🍏" } });
    expect(settings).not.toHaveProperty("favicon.icon");
    expect(settings).not.toHaveProperty("announcement");
  });

  it("is rejected with the name of the field if it is invalid, and changes nothing", async () => {
    const site = await SiteMaker.make(service, { title: "Plain", visibility: "public" });
    const before = (await site.done("GET customization")).text;
    await expect(update({ site: "Plain", customization: { styling: { corners: "sharpish" } } })).rejects.toThrow(
      "corners",
    );
    expect((await site.done("GET customization")).text).toBe(before);
  });
});

it("gives an address that previews an unpublished site", async () => {
  const { space } = await makeGuide(service, "Soon", [{ title: "Welcome", markdown: "Begin here." }]);
  await SiteMaker.make(service, { title: "Soon", visibility: "public", spaces: [space] });
  const told = await update({ site: "Soon", preview: true });
  const [, address = ""] = /previews it, for an hour, at (\S+)/.exec(told) ?? [];
  const resolved = await service.send("POST /v1/urls/published", {
    body: JSON.stringify({ url: `http://localhost${address}` }),
  });
  expect(resolved.json).toMatchObject({ preview: true, pathname: "/" });
});
