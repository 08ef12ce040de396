import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

const pages = 450;
const edited = 250;

let desk: DeskWorkspace;
let ada: Visitor;
/** The path of the space in the web app. */
let home: string;
let changeRequest: string;
let comparison: string;

const slugOf = (at: number) => `page-${String(at).padStart(3, "0")}`;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

beforeAll(async () => {
  desk = await openDesk();
  ada = await desk.signedIn();
  const space = await desk.makeSpace(
    "Many",
    range(0, pages).map((at) => ({ markdown: `# Page ${at}\n\nIt allows ten.\n`, slug: slugOf(at) })),
  );
  const { number, id } = await desk.openChangeRequest(space.id);
  const names = { spaceId: space.id, changeRequestId: id };
  for (let at = 0; at < edited; at += 50) {
    const changes = range(at, at + 50).map((edit) => ({
      operation: "update_page" as const,
      page: space.page(slugOf(edit)),
      document: { markdown: `# Page ${edit}\n\nIt allows twelve.\n` },
    }));
    await desk.client.changeRequestContent.apply({ ...names, changes });
  }
  home = `/app/${desk.organization}/s/${space.id}`;
  changeRequest = `${home}/~/changes/${number}`;
  const { revision } = await desk.client.changeRequests.get(names);
  comparison = `${home}/~/compare?from=${space.revision}&to=${revision}`;
}, 300_000);
afterAll(() => desk.close());

const linkNamed = (html: string, name: string) =>
  new RegExp(`<a href="([^"]*)">${name}</a>`).exec(html)?.[1]?.replaceAll("&amp;", "&");

const sidebarOf = (html: string) => html.slice(html.indexOf("<nav"), html.indexOf("<main"));

const mainOf = (html: string) => html.slice(html.indexOf("<main"));

/** What each portion of a list has, following the links of that name. */
async function everyPortion(at: string, next: string, part: (html: string) => string, items: RegExp) {
  const portions: string[][] = [];
  for (let here: string | undefined = at; here !== undefined; here = linkNamed(part(ada.html), next)) {
    await ada.see(here);
    portions.push([...part(ada.html).matchAll(items)].map(([, item = ""]) => item));
    expect(portions.length).toBeLessThan(50);
  }
  return portions;
}

const titles = (from: number, to: number) => range(from, to).map((at) => `Page ${at}`);

describe("a change request that edits many pages", () => {
  it("shows them in portions that together have every page, and names what is left out", async () => {
    const text = await ada.see(changeRequest);
    expect(text).toContain("250 pages edited");
    expect(text).toContain("230 more");
    expect(text).toContain("130 of them are not listed here: show the next changes");
    expect(Buffer.byteLength(ada.html)).toBeLessThan(200_000);
    expect(mainOf(ada.html).match(/<li><a /g)?.length).toBeLessThan(150);
    const shown = await everyPortion(
      changeRequest,
      "show the next changes",
      mainOf,
      /<h3 id="change-\d+"><a href="[^"]*">([^<]*)<\/a>/g,
    );
    expect(shown.map(({ length }) => length)).toEqual([...range(0, 12).map(() => 20), 10]);
    expect(shown.flat()).toEqual(titles(0, edited));
    expect(mainOf(ada.html)).toContain("240 before these: ");
    expect(linkNamed(mainOf(ada.html), "from the beginning")).toBe(changeRequest);
  }, 120_000);

  it("leaves nothing out of a few", async () => {
    const space = await desk.makeSpace("Few", [{ markdown: "# One\n\nten\n", slug: "one" }]);
    const { number } = await desk.openChangeRequest(space.id, [
      { operation: "update_page", page: space.page("one"), document: { markdown: "# One\n\ntwelve\n" } },
    ]);
    await ada.see(`/app/${desk.organization}/s/${space.id}/~/changes/${number}`);
    expect(ada.html).not.toContain('class="rest"');
  });
});

describe("the comparison of revisions with many different pages", () => {
  it("lists them in portions", async () => {
    const text = await ada.see(comparison);
    expect(text).toContain("250 pages are different.");
    expect(Buffer.byteLength(ada.html)).toBeLessThan(200_000);
    expect(text).toContain("50 more: show the next");
    const listed = await everyPortion(
      comparison,
      "show the next",
      mainOf,
      /<a href="[^"]*compare\/page[^"]*">([^<]*)<\/a>/g,
    );
    expect(listed.map(({ length }) => length)).toEqual([200, 50]);
    expect(listed.flat()).toEqual(titles(0, edited));
  });
});

describe("a space with many pages", () => {
  const entries = /<li><a href="[^"]*\/page-\d+"[^>]*>([^<]*)<\/a>/g;

  it("has portions of its pages in the sidebar", async () => {
    const listed = await everyPortion(changeRequest, "Show \\d+ later pages", sidebarOf, entries);
    expect(listed.map(({ length }) => length)).toEqual([300, 150]);
    expect(listed.flat()).toEqual(titles(0, pages));
    expect(linkNamed(sidebarOf(ada.html), "Show 300 earlier pages")).toBe(`${changeRequest}?tree=0`);
  });

  it("has the portion with the current page in the sidebar", async () => {
    const text = await ada.see(`${home}/${slugOf(320)}`);
    expect(text).toContain("Show 300 earlier pages");
    expect(ada.html).toMatch(/aria-current="page"[^>]*>Page 320</);
  });

  it("lists the pages at its root in portions", async () => {
    const listed = await everyPortion(home, "show the next", mainOf, entries);
    expect(listed.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(listed.flat()).toEqual(titles(0, pages));
  });
});
