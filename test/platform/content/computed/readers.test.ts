import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../../src/client/client.ts";
import { readResource } from "../../../../src/resources/resources.ts";
import { contextOf } from "../../../resources/context.ts";
import { join } from "../../review/comments/people.ts";
import { type ComputedDesk, computedFrom, describing, openComputedDesk } from "./computed-desk.ts";

let desk: ComputedDesk;
let space = "";
let dogs = "";
let links = "";

beforeAll(async () => {
  desk = await openComputedDesk();
  await desk.publish("pets", describing({ cats: ["/cats"], dogs: ["/dogs"] }));
  space = (await desk.makeSpace("Docs")).id;
  await desk.change(space, { operation: "insert_page", computed: computedFrom("pets") });
  dogs = (await desk.read(space, "pets/dogs")).id;
  const markdown = `# Links\n\nSee [dogs](/pages/${dogs}#read-dogs) and [more](/pages/${dogs}#read-wolves).\n`;
  await desk.change(space, { operation: "insert_page", document: { markdown } });
  links = (await desk.read(space, "links")).id;
});
afterAll(() => desk.close());

/** What a user finds of the computed pages, in every way to reach them. */
async function findings(client: Client) {
  const spaceId = space;
  const { pages } = await client.pages.list({ spaceId });
  const page = await client.pages.get({ spaceId, pageId: dogs, format: "markdown" });
  const { items: found } = await client.search.space({ spaceId, query: "read dogs" });
  const everywhere = await client.search.organization({ organizationId: desk.organization, query: "read dogs" });
  const { items: from } = await client.pages.listLinks({ spaceId, pageId: links });
  const { items: to } = await client.pages.listBacklinks({ spaceId, pageId: dogs });
  const { items: broken } = await client.spaces.listLinks({ spaceId, status: "broken" });
  return {
    listed: pages.map(({ path, pages: below = [] }) => [path, ...below.map((one) => one.path)]),
    heading: /^## .*$/m.exec(page.markdown ?? "")?.[0],
    found: found.map(({ path }) => path).sort(),
    everywhere: JSON.stringify(everywhere).includes("pets/dogs"),
    links: from.length,
    backlinks: to.length,
    broken: JSON.stringify(broken).includes("read-wolves") && !JSON.stringify(broken).includes("read-dogs"),
  };
}

const all = {
  listed: [["pets", "pets/cats", "pets/dogs"], ["links"]],
  heading: "## Read /dogs",
  found: expect.arrayContaining(["pets", "pets/dogs"]) as string[],
  everywhere: true,
  links: 2,
  backlinks: 2,
  broken: true,
};

describe("computed pages", () => {
  it("are found, read and linked to by readers of the space", async () => {
    expect(await findings(desk.client)).toEqual(all);
    const reader = await join(desk, "Rea", "read");
    expect(await findings(reader.client)).toEqual(all);
  });

  it("are read by a guest of the space, who may not read the specification", async () => {
    const guest = await join(desk, "Gus", null);
    await desk.client.spacePermissions.grant({ spaceId: space, users: [guest.id], role: "read" });
    expect((await guest.client.pages.get({ spaceId: space, pageId: dogs, format: "markdown" })).markdown).toContain(
      "## Read /dogs",
    );
    const specification = { organizationId: desk.organization, specSlug: "pets" };
    await expect(guest.client.openapiSpecs.get(specification)).rejects.toThrow("(forbidden)");
  });

  it("do not exist for a stranger, in any way", async () => {
    const { client } = await join(desk, "Stan", undefined);
    const spaceId = space;
    const ways = [
      () => client.pages.list({ spaceId }),
      () => client.pages.get({ spaceId, pageId: dogs }),
      () => client.pages.getByPath({ spaceId, pagePath: "pets/dogs" }),
      () => client.search.space({ spaceId, query: "dogs" }),
      () => client.search.organization({ organizationId: desk.organization, query: "dogs" }),
      () => client.pages.listLinks({ spaceId, pageId: dogs }),
      () => client.pages.listBacklinks({ spaceId, pageId: dogs }),
      () => client.spaces.listLinks({ spaceId }),
      () => client.spaces.getPdf({ spaceId }),
      () => readResource(`docs://spaces/${space}/pages/${dogs}`, contextOf(client)),
    ];
    for (const way of ways) {
      const problem = await way().then(JSON.stringify, (error: Error) => error.message);
      expect(problem).toMatch(/not_found|no (?:page|space)|There is no|does not exist|not found/i);
      expect(problem).not.toContain("Read /dogs");
    }
  });

  it("are resources like others", async () => {
    const context = contextOf(desk.client);
    expect((await readResource(`docs://spaces/${space}`, context)).text).toContain(
      `[dogs](docs://spaces/${space}/pages/${dogs})`,
    );
    for (const name of [dogs, "pets/dogs"]) {
      expect((await readResource(`docs://spaces/${space}/pages/${name}`, context)).text).toContain("## Read /dogs\n");
    }
  });

  it("are printed, with destinations for their links", async () => {
    const { url } = await desk.client.spaces.getPdf({ spaceId: space });
    const response = await desk.platform.fetch(new Request(url));
    expect(response.status).toBe(200);
    const source = Buffer.from(await response.arrayBuffer()).toString("latin1");
    const titles = [...source.matchAll(/\/Title \(([^)]*)\)/g)].map((match) => match[1]);
    expect(titles).toEqual(expect.arrayContaining(["Pets", "cats", "dogs", "Read /dogs"]));
    const jumps = [...source.matchAll(/\/S \/GoTo\n\/D \(([^)]*)\)/g)].map((match) => match[1]);
    expect(jumps).toEqual(expect.arrayContaining([`page-${dogs}`, `page-${dogs}-read-dogs`]));
  });
});
