import { beforeEach, describe, expect, it } from "vitest";
import { storePlan } from "../../../../src/platform/exchange/imports/store-plan.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { type Desk, insert, openDesk, pathsOf, refusal } from "../../content/desk.ts";

let desk: Desk;

let target = "";

beforeEach(async () => {
  desk = await openDesk();
  const { client, workspace } = desk;
  target = (await client.spaces.create({ organizationId: workspace.organization, title: "Target" })).id;
  const [start = ""] = await desk.publish(
    insert("Start", "# Start\n\nSee [setup](start/setup.md), [help](ref:help) and [the web](https://example.com).\n", {
      icon: "star",
    }),
    { operation: "insert_files", files: [{ name: "logo.png", contentType: "image/png", base64: "iVBORw0KGgo=" }] },
    insert("End", "# End\n\n![logo](/.gitbook/assets/logo.png)\n"),
  );
  await desk.publish(insert("Setup", "# Setup\n\nBack to the [start](../start.md#start).\n", { into: start }));
});

const help = { help: { kind: "url", url: "https://help.example.com" } } as const;

const pathsOfTarget = async () => pathsOf((await desk.client.pages.list({ spaceId: target })).pages);

const textOf = async (pagePath: string) =>
  (await desk.client.pages.getByPath({ spaceId: target, pagePath, format: "markdown" })).markdown ?? "";

const apply = (more: object = {}) =>
  desk.client.spaces.applyTemplate({ spaceId: target, id: desk.space, params: { contentRefs: help }, ...more });

describe("a template", () => {
  it("fills a new change request with copies of its pages and files, in order and with their settings", async () => {
    const { client } = desk;
    const made = await client.changeRequests.create({
      spaceId: target,
      subject: "From a template",
      template: { id: desk.space, params: { contentRefs: help } },
    });
    const names = { spaceId: target, changeRequestId: made.id };
    const { pages } = await client.changeRequestContent.pages(names);
    expect(pathsOf(pages)).toEqual(["start", "start/setup", "end"]);
    expect(pages[0]?.icon).toBe("star");
    const original = (await client.pages.list({ spaceId: desk.space })).pages;
    expect(pages[0]?.id).not.toBe(original[0]?.id);
    expect((await client.changeRequestContent.files(names)).items.map(({ name }) => name)).toEqual(["logo.png"]);
    expect(made.revision).not.toBe(made.revisionInitial);
    expect(await pathsOfTarget()).toEqual([]);
    expect((await client.changeRequests.merge(names)).result).toBe("merge");
    expect(await pathsOfTarget()).toEqual(["start", "start/setup", "end"]);
    expect(await contentFaults(desk.workspace.platform)).toEqual([]);
  });

  it("fills a space, which then has another revision and is found by search", async () => {
    const before = await desk.client.spaces.get({ spaceId: target });
    await apply();
    const after = await desk.client.spaces.get({ spaceId: target });
    expect(after.revision).not.toBe(before.revision);
    const { parents, type } = await desk.client.revisions.get({ spaceId: target, revisionId: after.revision });
    expect([type, parents]).toEqual(["edits", [before.revision]]);
    const found = await desk.client.search.space({ spaceId: target, query: "setup" });
    expect(found.items.map(({ path }) => path)).toContain("start/setup");
    expect(await contentFaults(desk.workspace.platform)).toEqual([]);
  });

  it("has its placeholders filled, and keeps the bytes of everything else", async () => {
    await apply();
    expect(await textOf("start")).toContain(
      "# Start\n\nSee [setup](start/setup.md), [help](https://help.example.com) and [the web](https://example.com).\n",
    );
    expect(await textOf("start/setup")).toBe("# Setup\n\nBack to the [start](../start.md#start).\n");
  });

  it("keeps its links among its own pages and files when it is applied again beside the first copy", async () => {
    await apply();
    await apply();
    expect(await pathsOfTarget()).toEqual(["start", "start/setup", "end", "start-1", "start-1/setup", "end-1"]);
    const links = await desk.client.spaces.listLinks({ spaceId: target, limit: 100 });
    expect(links.items.filter(({ status }) => status === "broken")).toEqual([]);
    expect(await textOf("start-1")).toContain("[setup](start/setup-1.md)");
    expect(await textOf("start-1/setup")).toBe("# Setup\n\nBack to the [start](../start-1.md#start).\n");
    expect(await textOf("end-1")).toContain("![logo](.gitbook/assets/logo-1.png)");
    expect(await contentFaults(desk.workspace.platform)).toEqual([]);
  });

  it("may have placeholders filled with pages and files of the target space", async () => {
    const draft = await desk.client.changeRequests.create({ spaceId: target });
    const names = { spaceId: target, changeRequestId: draft.id };
    const changes = [insert("Help", "# Help\n", { slug: "my help" })];
    await desk.client.changeRequestContent.apply({ ...names, changes });
    const { pages } = await desk.client.changeRequestContent.pages(names);
    const contentRefs = { help: { kind: "anchor", anchor: "faq", page: pages[0]?.id ?? "" } } as const;
    await apply({ changeRequestId: draft.id, params: { contentRefs } });
    const start = { ...names, pagePath: "start", format: "markdown" } as const;
    expect((await desk.client.changeRequestContent.pageByPath(start)).markdown).toContain("[help](my-help.md#faq)");
  });
});

describe("the application of a template", () => {
  it("is rejected if nothing is given for a placeholder", async () => {
    expect(await refusal(apply({ params: {} }))).toBe(
      '400 params.contentRefs: no reference is given for the placeholder "help" of the template.',
    );
    expect(await pathsOfTarget()).toEqual([]);
  });

  it.each([
    [{ kind: "page", page: "none" }, "404 params.contentRefs.help: space {target} has no such page."],
    [{ kind: "file", file: "none" }, "404 params.contentRefs.help: space {target} has no such file."],
    [
      { kind: "openapi", spec: "petstore" },
      "501 params.contentRefs.help: this service accepts only references of the kinds url, page, anchor and file.",
    ],
    [
      { kind: "page", page: "x", space: "elsewhere" },
      "501 params.contentRefs.help: this service can only refer to content of the space that is being filled.",
    ],
  ])("is rejected if the value of a placeholder is %j", async (reference, message) => {
    expect(await refusal(apply({ params: { contentRefs: { help: reference } } }))).toBe(
      message.replace("{target}", target),
    );
  });

  it("is rejected by a space whose merge rules require a change request, unless the caller may bypass them", async () => {
    const { client, workspace } = desk;
    const rules = [{ rule: "require_at_least_one_review" as const }];
    await client.spaces.update({ spaceId: target, mergeRules: { type: "rules", rules } });
    expect(await refusal(apply())).toBe(
      `409 Space ${target} has merge rules, so a template goes into a change request: give changeRequestId.`,
    );
    const bypass = { rule: "allow_bypass" as const, users: [workspace.user] };
    await client.spaces.update({ spaceId: target, mergeRules: { type: "rules", rules: [...rules, bypass] } });
    await apply();
    expect(await pathsOfTarget()).toEqual(["start", "start/setup", "end"]);
  });

  it("is not rejected by a space whose merge rules only say who may bypass them", async () => {
    const rules = [{ rule: "allow_bypass" as const, users: [] }];
    await desk.client.spaces.update({ spaceId: target, mergeRules: { type: "rules", rules } });
    await apply();
    expect(await pathsOfTarget()).toEqual(["start", "start/setup", "end"]);
  });

  it("is rejected by a locked space and a merged change request", async () => {
    const { client } = desk;
    const draft = await client.changeRequests.create({ spaceId: target });
    await client.changeRequests.merge({ spaceId: target, changeRequestId: draft.id });
    expect(await refusal(apply({ changeRequestId: draft.id }))).toBe(
      "409 Change request 1 is already merged and cannot be filled. Start a new one.",
    );
    await client.spaces.update({ spaceId: target, editMode: "locked" });
    expect(await refusal(apply())).toBe(
      `409 Space ${target} is locked and cannot use a template. An administrator can set editMode to "live".`,
    );
  });

  it("is rejected for more than 1,000 pages", async () => {
    const { workspace } = desk;
    const pages = Array.from({ length: 1001 }, (_, index) => {
      const source = `page-${index}.md`;
      const read = async () => "";
      return {
        type: "document" as const,
        key: source,
        parent: null,
        title: source,
        slug: source,
        size: 0,
        source,
        read,
      };
    });
    const plan = { title: "Large", pages, files: [], redirects: [], warnings: [] };
    const { space: id } = await storePlan(workspace.platform, plan, workspace);
    expect(await refusal(apply({ id }))).toBe(
      "422 template: it has 1001 pages, groups and links, and a template can have at most 1000 of them.",
    );
  });
});
