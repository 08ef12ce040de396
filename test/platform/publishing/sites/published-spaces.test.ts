import { describe, expect, it } from "vitest";
import { member, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeSpaceIn } from "../../workspace/spaces/arrangement.ts";
import { SiteMaker } from "./site-maker.ts";

const service = running();

const urlsOf = async (space: string) => member(await service.send(`GET /v1/spaces/${space}`), "urls") as object;

describe("the published address of a space", () => {
  it("is on the site that shows it, once the site is published", async () => {
    const site = await SiteMaker.make(service, { title: "Shelf", visibility: "public" });
    const { space: first } = await site.addVariant("First");
    const { space: second } = await site.addVariant("Second");
    expect(await urlsOf(first)).not.toHaveProperty("published");
    const root = text(await site.done("POST publish"), "urls.published");
    expect(await urlsOf(first)).toMatchObject({ published: root, public: root });
    expect(await urlsOf(second)).toMatchObject({ published: `${root}second/`, public: `${root}second/` });
    const listed = member(await service.send(`GET /v1/orgs/${service.organization}/spaces`), "items") as {
      id: string;
      urls: object;
    }[];
    expect(listed.find(({ id }) => id === second)?.urls).toMatchObject({ published: `${root}second/` });
    await site.done("POST unpublish");
    expect(await urlsOf(first)).not.toHaveProperty("published");
  });

  it("is on the site with the widest visibility", async () => {
    const space = await makeSpaceIn(service, "Shown twice");
    const [unlisted, open] = [
      await SiteMaker.make(service, { title: "Quiet", visibility: "unlisted", spaces: [space] }),
      await SiteMaker.make(service, { title: "Loud", visibility: "public", spaces: [space] }),
    ];
    const quiet = text(await unlisted.done("POST publish"), "urls.published");
    const urls = await urlsOf(space);
    expect(urls).toMatchObject({ published: quiet });
    expect(urls).not.toHaveProperty("public");
    const loud = text(await open.done("POST publish"), "urls.published");
    expect(await urlsOf(space)).toMatchObject({ published: loud, public: loud });
  });

  it("is not revealed while it is a draft, or if the site's address is secret", async () => {
    const draft = await SiteMaker.make(service, { title: "Half done", visibility: "public" });
    await draft.addVariant("Ready");
    const { space } = await draft.addVariant("Unready", { draft: true });
    await draft.done("POST publish");
    expect(await urlsOf(space)).not.toHaveProperty("published");
    const secret = await SiteMaker.make(service, { title: "Secret", visibility: "share-link" });
    const { space: hidden } = await secret.addVariant("Hidden");
    await secret.done("POST publish");
    expect(await urlsOf(hidden)).not.toHaveProperty("published");
  });
});

describe("the visibility of a space", () => {
  const visibilityOf = async (space: string) => text(await service.send(`GET /v1/spaces/${space}`), "visibility");

  it("is the widest of the published sites that show it", async () => {
    const space = await makeSpaceIn(service, "Shown everywhere");
    expect(await visibilityOf(space)).toBe("private");
    const sites: SiteMaker[] = [];
    for (const visibility of ["visitor-auth", "share-link", "unlisted", "public"] as const) {
      const site = await SiteMaker.make(service, { title: `Site ${visibility}`, visibility, spaces: [space] });
      expect(await visibilityOf(space)).not.toBe(visibility);
      await site.done("POST publish");
      expect(await visibilityOf(space)).toBe(visibility);
      sites.push(site);
    }
    for (const visibility of ["unlisted", "share-link", "visitor-auth", "private"]) {
      await sites.pop()?.done("POST unpublish");
      expect(await visibilityOf(space)).toBe(visibility);
    }
  });

  it("ignores drafts, and follows the visibility of the site", async () => {
    const site = await SiteMaker.make(service, { title: "Half done too", visibility: "public" });
    const { space: ready } = await site.addVariant("Ready");
    const { space: draft } = await site.addVariant("Unready", { draft: true });
    await site.done("POST publish");
    expect([await visibilityOf(ready), await visibilityOf(draft)]).toEqual(["public", "private"]);
    await site.done("PATCH", { visibility: "share-link" });
    expect(await visibilityOf(ready)).toBe("share-link");
    expect(await urlsOf(ready)).not.toHaveProperty("published");
  });
});
