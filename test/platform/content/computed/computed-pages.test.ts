import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentFaults } from "../../../support/content-integrity.ts";
import { type ComputedDesk, computedFrom, describing, openComputedDesk } from "./computed-desk.ts";

let desk: ComputedDesk;
beforeAll(async () => {
  desk = await openComputedDesk();
});
afterAll(async () => {
  expect(await contentFaults(desk.platform)).toEqual([]);
  await desk.close();
});

const asking = (spec: string, more: object = {}) =>
  ({ operation: "insert_page", computed: computedFrom(spec), ...more }) as const;
const written = (markdown: string) => ({ operation: "insert_page", document: { markdown } }) as const;

/** A space with a written page, and one that requests pages of a specification with two tags. */
async function reference(slug: string, tags: Record<string, string[]> = { cats: ["/cats"], dogs: ["/dogs"] }) {
  await desk.publish(slug, describing(tags));
  const { id } = await desk.makeSpace("Docs");
  await desk.change(id, written("# Start\n\nHello.\n"), asking(slug));
  return { space: id, root: (await desk.read(id, slug)).id };
}

describe("pages computed from a specification", () => {
  it("are in the space and its search index, and are read like others", async () => {
    const { space } = await reference("standing");
    expect(await desk.paths(space)).toEqual(["start", "standing", "standing/cats", "standing/dogs"]);
    const { items } = await desk.client.search.space({ spaceId: space, query: "read dogs" });
    expect(items.map(({ title }) => title)).toContain("dogs");
    const found = await desk.client.search.organization({ organizationId: desk.organization, query: "cats" });
    expect(JSON.stringify(found)).toContain("standing/cats");
    const { markdown } = await desk.read(space, "standing");
    expect(markdown).toContain(`[dogs](/pages/${(await desk.read(space, "standing/dogs")).id})`);
  });

  it("have a separate revision, which names the one it was computed from", async () => {
    const { space } = await reference("telling");
    const current = () => desk.client.revisions.current({ spaceId: space });
    // The pages came with the merge if they were computed before it, and in a revision after it otherwise.
    const first = await current();
    const merged = first.sourceRevision ?? first.id;
    const source = await desk.client.revisions.get({ spaceId: space, revisionId: merged });
    expect(source.type).toBe("merge");
    await desk.publish("telling", describing({ cats: ["/cats", "/cats/{id}"] }));
    const second = await current();
    expect(second).toMatchObject({ type: "computed", parents: [first.id], sourceRevision: merged });
    await desk.publish("telling", describing({ cats: ["/cats"] }));
    const third = await current();
    expect(third).toMatchObject({ type: "computed", parents: [second.id], sourceRevision: merged });
  });

  it("are updated with a new version, and keep their ids, links and comments", async () => {
    const { space } = await reference("following");
    const before = await desk.read(space, "following/dogs");
    await desk.change(space, written(`# Links\n\nSee [dogs](/pages/${before.id}#read-dogs).\n`));
    await desk.client.spaceComments.create({ spaceId: space, page: before.id, body: { markdown: "Woof" } });
    await desk.publish("following", describing({ birds: ["/birds"], dogs: ["/dogs", "/dogs/{id}"] }));
    expect(await desk.paths(space)).toEqual(["start", "following", "following/birds", "following/dogs", "links"]);
    const after = await desk.read(space, "following/dogs");
    expect(after.id).toBe(before.id);
    expect(after.markdown).toContain("## Read /dogs/{id}");
    const { items: links } = await desk.client.pages.listBacklinks({ spaceId: space, pageId: after.id });
    expect(links.length).toBeGreaterThan(0);
    const { items } = await desk.client.spaceComments.list({ spaceId: space });
    expect(items).toHaveLength(1);
    expect(items[0]?.target?.page).toEqual({ id: after.id });
  });

  it("make no revision if the new version says the same", async () => {
    const { space } = await reference("same");
    const { revision } = await desk.client.spaces.get({ spaceId: space });
    const description = describing({ cats: ["/cats"], dogs: ["/dogs"] });
    await desk.publish("same", { ...description, "x-note": 1 });
    expect((await desk.client.spaces.get({ spaceId: space })).revision).toBe(revision);
  });

  it("are removed with the specification, as the overview says, and return with it", async () => {
    const { space } = await reference("leaving");
    const { id } = await desk.read(space, "leaving/dogs");
    await desk.client.openapiSpecs.remove({ organizationId: desk.organization, specSlug: "leaving" });
    await desk.platform.jobsSettled();
    expect(await desk.paths(space)).toEqual(["start", "leaving"]);
    expect((await desk.read(space, "leaving")).markdown).toContain("There is no OpenAPI specification `leaving`");
    await desk.publish("leaving", describing({ dogs: ["/dogs"] }));
    expect((await desk.read(space, "leaving/dogs")).id).toBe(id);
  });

  it("are added once the specification exists", async () => {
    const { id: space } = await desk.makeSpace("Waiting");
    await desk.change(space, asking("early"));
    expect(await desk.paths(space)).toEqual(["early"]);
    await desk.publish("early", describing({ cats: ["/cats"] }, "Early API"));
    expect(await desk.paths(space)).toEqual(["early", "early/cats"]);
    expect((await desk.read(space, "early")).title).toBe("Early API");
  });

  it("are left out on request", async () => {
    const { space, root } = await reference("left-out");
    const { id } = await desk.read(space, "left-out/dogs");
    const { pages } = await desk.client.pages.list({ spaceId: space, computed: false });
    expect(pages.map(({ type, path, computed, pages: below }) => ({ type, path, computed, below }))).toEqual([
      { type: "document", path: "start", computed: undefined, below: [] },
      { type: "computed", path: "left-out", computed: computedFrom("left-out"), below: [] },
    ]);
    const read = await desk.client.pages.get({ spaceId: space, pageId: root, format: "markdown", computed: false });
    expect(read.markdown).toBeUndefined();
    expect(read.pages).toEqual([]);
    await expect(desk.client.pages.get({ spaceId: space, pageId: id, computed: false })).rejects.toThrow(
      "computed content was left out",
    );
  });
});

describe("a page that requests computed ones", () => {
  let refusing: ReturnType<typeof reference> | undefined;

  it("is moved, renamed and deleted with them", async () => {
    const { space, root } = await reference("moving");
    await desk.change(space, written("# API\n"));
    const { id: into } = await desk.read(space, "api");
    await desk.change(space, {
      operation: "update_page",
      page: root,
      into,
      title: "Our API",
      slug: "ours",
      hidden: true,
    });
    expect(await desk.paths(space)).toEqual(["start", "api", "api/ours", "api/ours/cats", "api/ours/dogs"]);
    await desk.publish("moving", describing({ cats: ["/cats"] }, "Another title"));
    const page = await desk.read(space, "api/ours");
    expect(page.title).toBe("Our API");
    expect(page.markdown).toMatch(/^# Our API\n/);
    await desk.change(space, { operation: "delete_page", page: root });
    expect(await desk.paths(space)).toEqual(["start", "api"]);
    await desk.publish("moving", describing({ dogs: ["/dogs"] }));
    expect(await desk.paths(space)).toEqual(["start", "api"]);
  });

  it("is restored with them when its deletion is undone", async () => {
    const { space, root } = await reference("back");
    const { id } = await desk.openChangeRequest(space, [{ operation: "delete_page", page: root }]);
    const names = { spaceId: space, changeRequestId: id };
    await desk.client.changeRequestContent.apply({ ...names, changes: [{ operation: "revert_page", page: root }] });
    await desk.platform.jobsSettled();
    expect(await desk.paths(space, id)).toEqual(["start", "back", "back/cats", "back/dogs"]);
  });

  it.each([
    [
      "the text of one",
      "document",
      (id: string) => ({ operation: "update_page", page: id, document: { markdown: "x" } }) as const,
    ],
    ["the title of one", "page", (id: string) => ({ operation: "update_page", page: id, title: "x" }) as const],
    ["its place", "page", (id: string) => ({ operation: "update_page", page: id, into: null }) as const],
    ["it by a delete", "page", (id: string) => ({ operation: "delete_page", page: id }) as const],
    ["it by a revert", "page", (id: string) => ({ operation: "revert_page", page: id }) as const],
    [
      "what is below it",
      "into",
      (id: string) => ({ operation: "insert_page", into: id, document: { markdown: "# x" } }) as const,
    ],
  ])("prevents changing %s, and says what to change instead", async (_, field, change) => {
    refusing ??= reference("refusing");
    const { space, root } = await refusing;
    const { id } = await desk.read(space, "refusing/dogs");
    const text = await desk.openChangeRequest(space);
    const names = { spaceId: space, changeRequestId: text.id };
    const page = field === "document" ? root : id;
    await expect(desk.client.changeRequestContent.apply({ ...names, changes: [change(page)] })).rejects.toThrow(
      field === "into"
        ? /are computed, and other pages cannot be placed there/
        : /computed from OpenAPI specification .{1,3}refusing.{1,3}\. Change that instead\./,
    );
  });

  it.each([
    ["other kinds", { type: "integration:x:y" }, /builtin:openapi/],
    ["no specification", { type: "builtin:openapi" }, /name the specification by its slug/],
  ])("cannot request %s", async (_, computed, message) => {
    const { id: space } = await desk.makeSpace("Vain");
    const changes = [{ operation: "insert_page", computed } as const];
    await expect(desk.openChangeRequest(space, changes)).rejects.toThrow(message);
  });
});

describe("a change request", () => {
  it("has the pages it requests, follows new versions, and brings them when it is merged", async () => {
    await desk.publish("drafted", describing({ cats: ["/cats"] }));
    const { id: space } = await desk.makeSpace("Drafts");
    const { id } = await desk.openChangeRequest(space, [asking("drafted")]);
    await desk.platform.jobsSettled();
    expect(await desk.paths(space, id)).toEqual(["drafted", "drafted/cats"]);
    await desk.publish("drafted", describing({ cats: ["/cats"], dogs: ["/dogs"] }));
    expect(await desk.paths(space, id)).toEqual(["drafted", "drafted/cats", "drafted/dogs"]);
    expect(await desk.paths(space)).toEqual([]);
    await desk.client.changeRequests.merge({ spaceId: space, changeRequestId: id });
    await desk.platform.jobsSettled();
    expect(await desk.paths(space)).toEqual(["drafted", "drafted/cats", "drafted/dogs"]);
    await desk.publish("drafted", describing({ dogs: ["/dogs"] }));
    expect(await desk.paths(space)).toEqual(["drafted", "drafted/dogs"]);
  });

  it("loses nothing to pages that were computed meanwhile, nor they to it", async () => {
    const { space, root } = await reference("meanwhile");
    const { id: start } = await desk.read(space, "start");
    const { id } = await desk.openChangeRequest(space, [
      { operation: "update_page", page: start, document: { markdown: "# Start\n\nEdited.\n" } },
      { operation: "update_page", page: root, title: "Named here" },
    ]);
    await desk.publish("meanwhile", describing({ birds: ["/birds"], cats: ["/cats", "/cats/2"] }));
    const { result } = await desk.client.changeRequests.merge({ spaceId: space, changeRequestId: id });
    expect(result).toBe("merge");
    await desk.platform.jobsSettled();
    expect(await desk.paths(space)).toEqual(["start", "meanwhile", "meanwhile/birds", "meanwhile/cats"]);
    expect((await desk.read(space, "start")).markdown).toBe("# Start\n\nEdited.\n");
    expect((await desk.read(space, "meanwhile")).title).toBe("Named here");
    expect((await desk.read(space, "meanwhile/cats")).markdown).toContain("Read /cats/2");
  });

  it("can delete the page even if its pages were computed meanwhile", async () => {
    const { space, root } = await reference("deleting");
    const { id } = await desk.openChangeRequest(space, [{ operation: "delete_page", page: root }]);
    await desk.publish("deleting", describing({ birds: ["/birds"], cats: ["/cats", "/cats/2"] }));
    const { result } = await desk.client.changeRequests.merge({ spaceId: space, changeRequestId: id });
    expect(result).toBe("merge");
    await desk.platform.jobsSettled();
    expect(await desk.paths(space)).toEqual(["start"]);
  });

  it("gets the space's pages in an update, without conflicts", async () => {
    const { space, root } = await reference("updating");
    const { id } = await desk.openChangeRequest(space, [{ operation: "update_page", page: root, slug: "renamed" }]);
    await desk.publish("updating", describing({ cats: ["/cats", "/cats/2"] }));
    const { result } = await desk.client.changeRequests.updateFromSpace({ spaceId: space, changeRequestId: id });
    expect(result).toBe("update");
    expect(await desk.paths(space, id)).toEqual(["start", "renamed", "renamed/cats"]);
  });
});

describe("copies of a space", () => {
  it("have the same pages as the original, and follow the specification as it does", async () => {
    const { space } = await reference("copied");
    const copy = await desk.client.spaces.duplicate({ spaceId: space });
    await desk.platform.jobsSettled();
    expect(await desk.paths(copy.id)).toEqual(["start", "copied", "copied/cats", "copied/dogs"]);
    await desk.publish("copied", describing({ cats: ["/cats"] }));
    expect(await desk.paths(copy.id)).toEqual(["start", "copied", "copied/cats"]);
  });

  it("request them anew when a template is applied", async () => {
    const { space } = await reference("template");
    const { id: target } = await desk.makeSpace("Target");
    for (const _ of [1, 2]) {
      await desk.client.spaces.applyTemplate({ spaceId: target, id: space });
      await desk.platform.jobsSettled();
    }
    expect((await desk.paths(target)).filter((path) => path.endsWith("/cats"))).toEqual([
      "template/cats",
      "template-1/cats",
    ]);
    expect((await desk.read(target, "template/cats")).id).toBe((await desk.read(space, "template/cats")).id);
  });

  it("find only the specifications of the organization they are in", async () => {
    const { space } = await reference("transferred");
    const organization = await desk.anotherOrganization();
    await desk.client.spaces.transfer({ spaceId: space, organization });
    await desk.platform.jobsSettled();
    expect(await desk.paths(space)).toEqual(["start", "transferred"]);
  });
});

it.each([
  [{ downloadLink: true }, "computed.props.downloadLink: this service does not put a download link on computed pages."],
  [{ models: "yes" }, "computed.props.models: send true"],
  [{ grouping: "by-path" }, "computed.props.grouping: send "],
])("%j is rejected over the API, because it would have no effect", async (props, problem) => {
  const { id } = await desk.makeSpace("API");
  const made = desk.change(id, { operation: "insert_page", computed: computedFrom("pets", props) });
  await expect(made).rejects.toThrow(problem);
});
