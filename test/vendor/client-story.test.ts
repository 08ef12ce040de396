import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "../../src/contract/index.ts";
import type { ContentUpdate } from "../../src/contract/models/content-change.ts";
import { findHandler } from "../../src/platform/registry.ts";
import { versions } from "./description.ts";
import { exchangedProblems } from "./exchanged-problems.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { type VendorClient, vendorClient, vendorError } from "./vendor-client.ts";

/** A read that the contract has but the embedded platform does not. */
const undone = listOperations()
  .filter((entry) => entry.operation.method === "GET" && findHandler(entry) === undefined)
  .at(0)?.operation;

describe.each(versions)("the vendor's client %s with the embedded platform", (version) => {
  let platform: ServedPlatform;
  let client: VendorClient;
  let organization: string;
  let space: string;
  let draft: string;
  const pages: Record<string, string> = {};

  beforeAll(async () => {
    platform = await servePlatform();
    client = vendorClient(version, platform.endpoint, platform.token);
  });
  afterAll(() => platform.close());

  const applyChanges = (changes: readonly object[]) =>
    client.request<ContentUpdate>({
      path: `/spaces/${space}/change-requests/${draft}/content`,
      method: "POST",
      query: { compat: false },
      body: { changes },
      type: "application/json",
      format: "json",
      secure: true,
    });

  it("says who it is", async () => {
    const { data } = await client.user.getAuthenticatedUser();
    expect(data).toMatchObject({ object: "user", id: platform.user });
  });

  it("lists the organization and reads it", async () => {
    const { data } = await client.orgs.listOrganizationsForAuthenticatedUser();
    expect(data.items.map(({ id }) => id)).toEqual([platform.organization]);
    organization = data.items[0]?.id ?? "";
    expect((await client.orgs.getOrganizationById(organization)).data).toEqual(data.items[0]);
  });

  it("adds an OpenAPI specification, reads its content and deletes it", async () => {
    const source = { text: JSON.stringify({ openapi: "3.1.0", info: { title: "Tides", version: "1" }, paths: {} }) };
    const made = await client.orgs.createOpenApiSpec(organization, { slug: "tides", source });
    expect([made.status, made.data.processingState]).toEqual([201, "pending"]);
    await expect
      .poll(async () => (await client.orgs.getOpenApiSpecBySlug(organization, "tides")).data.processingState)
      .toBe("complete");
    const { data } = await client.orgs.getLatestOpenApiSpecVersionContent(organization, "tides");
    expect(data.filesystem).toMatchObject([
      { filename: "openapi.json", specification: JSON.parse(source.text) as unknown },
    ]);
    expect((await client.orgs.deleteOpenApiSpecBySlug(organization, "tides")).status).toBe(205);
  });

  it("creates spaces and pages through their list", async () => {
    for (const title of ["Weather", "Tides"]) {
      const { data, status } = await client.orgs.createSpace(organization, { title, emoji: "1f327" });
      expect([status, data.title, data.emoji]).toEqual([201, title, "1f327"]);
    }
    const first = await client.orgs.listSpacesInOrganizationById(organization, { limit: 1 });
    const page = first.data.next?.page ?? "";
    const second = await client.orgs.listSpacesInOrganizationById(organization, { limit: 1, page });
    const listed = [...first.data.items, ...second.data.items];
    expect(listed.map(({ title }) => title).sort()).toEqual(["Tides", "Weather"]);
    expect(second.data.next).toBeUndefined();
    space = listed.find(({ title }) => title === "Weather")?.id ?? "";
  });

  it("changes a space and reads it back", async () => {
    const { data } = await client.spaces.updateSpaceById(space, { title: "Weather stations", language: "en" });
    expect([data.title, data.language]).toEqual(["Weather stations", "en"]);
    expect((await client.spaces.getSpaceById(space)).data).toEqual(data);
  });

  it("opens a change request", async () => {
    const { data, status } = await client.spaces.createChangeRequest(space, { subject: "First pages" });
    expect([status, data.number, data.subject]).toEqual([201, 1, "First pages"]);
    draft = data.id;
  });

  it("inserts pages with Markdown", async () => {
    const { data } = await applyChanges([
      { operation: "insert_page", ref: "start", title: "Start", document: { markdown: "Put up the **mast**.\n" } },
      { operation: "insert_page", ref: "vane", title: "Vane", document: { markdown: "Turn it north.\n" } },
    ]);
    for (const change of data.changes) {
      if (change.object === "created_page") pages[change.ref ?? ""] = change.page.id;
    }
    expect(Object.keys(pages)).toEqual(["start", "vane"]);
  });

  it("updates a page and puts it under another", async () => {
    const markdown = "# Wind vane\n\nTurn it north, then tighten it.\n";
    const { data } = await applyChanges([
      { operation: "update_page", page: pages.vane, into: pages.start, document: { markdown } },
    ]);
    expect(data.changes.map(({ object }) => object)).toEqual(["updated_page"]);
  });

  it("reads the pages back by id and by path", async () => {
    const byId = await client.spaces.getPageInChangeRequestById(space, draft, pages.vane ?? "", { format: "markdown" });
    expect([byId.data.path, byId.data.markdown]).toEqual([
      "start/vane",
      "# Wind vane\n\nTurn it north, then tighten it.\n",
    ]);
    const path = encodeURIComponent("start/vane");
    const byPath = await client.spaces.getPageInChangeRequestByPath(space, draft, path, { format: "markdown" });
    expect(byPath.data).toEqual(byId.data);
  });

  it("lists what the change request changes", async () => {
    const { data } = await client.spaces.getChangeRequestChanges(space, draft);
    expect(data.changes.map(({ type }) => type)).toEqual(["page_created", "page_created"]);
  });

  it("discusses the change request", async () => {
    const body = { markdown: "Which *wrench*?" };
    const { data: asked } = await client.spaces.postCommentInChangeRequest(space, draft, { page: pages.vane, body });
    expect(asked).toMatchObject({ body, status: "open", target: { changeRequest: draft, page: { id: pages.vane } } });
    const answer = { body: { markdown: "The large one." } };
    await client.spaces.postCommentReplyInChangeRequest(space, draft, asked.id, answer);
    const { data: replies } = await client.spaces.listCommentRepliesInChangeRequest(space, draft, asked.id);
    expect(replies.items.map((reply) => reply.body.markdown)).toEqual(["The large one."]);
    await client.spaces.updateCommentInChangeRequest(space, draft, asked.id, { resolved: true });
    const open = await client.spaces.listCommentsInChangeRequest(space, draft, { status: "open" });
    expect(open.data).toEqual({ count: 0, items: [] });
  });

  it("describes the change request and merges it", async () => {
    await client.spaces.updateChangeRequestById(space, draft, { subject: "Masts and vanes", status: "open" });
    const open = await client.orgs.listChangeRequestsForOrganization(organization, { status: "open" });
    expect(open.data.items.map(({ subject }) => subject)).toEqual(["Masts and vanes"]);
    expect((await client.spaces.mergeChangeRequest(space, draft)).data.result).toBe("merge");
  });

  it("searches the space and the organization", async () => {
    const { data } = await client.spaces.searchSpaceContent(space, { query: "tighten" });
    expect(data.items.map(({ id }) => id)).toEqual([pages.vane]);
    const everywhere = await client.orgs.searchOrganizationContent(organization, { query: "mast" });
    expect(everywhere.data.items.map(({ id, pages: found }) => [id, found.map((page) => page.id)])).toEqual([
      [space, [pages.start]],
    ]);
  });

  it("reads the merged revision and its pages", async () => {
    const { data: revision } = await client.spaces.getCurrentRevision(space);
    expect(revision).toMatchObject({ object: "revision", type: "merge" });
    const { data: tree } = await client.spaces.listPages(space);
    expect(tree.pages).toEqual(revision.pages);
    expect(tree.pages.map(({ id, pages: subpages }) => [id, subpages?.map((page) => page.id)])).toEqual([
      [pages.start, [pages.vane]],
    ]);
    const markdown = await client.spaces.getPageById(space, pages.start ?? "", { format: "markdown" });
    expect(markdown.data.markdown).toBe("# Start\n\nPut up the **mast**.\n");
    const document = await client.spaces.getPageByPath(space, "start", { format: "document" });
    expect(document.data.document).toMatchObject({ object: "document", nodes: [{ type: "paragraph" }] });
  });

  it("comments on a block, reacts, edits, lists and deletes the comment, once", async () => {
    const { data: page } = await client.spaces.getPageById(space, pages.vane ?? "", { format: "document" });
    const node = page.document?.nodes[0]?.key ?? "";
    const asked = { page: pages.vane, node, body: { markdown: "How tight?" } };
    const { data: comment } = await client.spaces.postCommentInSpace(space, asked);
    expect(comment.target).toMatchObject({ node: { id: node }, page: { id: pages.vane }, space });
    await client.spaces.postCommentReplyInSpace(space, comment.id, { body: { markdown: "By hand." } });
    await client.spaces.updateCommentInSpace(space, comment.id, {
      body: { markdown: "How tight exactly?" },
      addedReactions: ["1f44d"],
    });
    const { data: list } = await client.spaces.listCommentsInSpace(space, { targetPage: pages.vane ?? "", limit: 1 });
    expect(list).toMatchObject({ count: 1, items: [{ replies: 1, reactions: [{ emoji: "1f44d", count: 1 }] }] });
    const read = await client.spaces.getCommentInSpace(space, comment.id, { format: "document" });
    expect(read.data.body.document?.nodes.map(({ type }) => type)).toEqual(["paragraph"]);
    expect((await client.spaces.listCommentersInSpace(space)).data.items.map(({ id }) => id)).toEqual([platform.user]);
    expect((await client.spaces.deleteCommentInSpace(space, comment.id)).status).toBe(205);
    expect((await client.spaces.deleteCommentInSpace(space, comment.id)).status).toBe(204);
  });

  it("deletes a space, once", async () => {
    const tides = (await client.orgs.listSpacesInOrganizationById(organization)).data.items.find(
      ({ title }) => title === "Tides",
    );
    expect((await client.spaces.deleteSpaceById(tides?.id ?? "")).status).toBe(205);
    expect((await client.spaces.deleteSpaceById(tides?.id ?? "")).status).toBe(204);
  });

  it("throws its own errors", async () => {
    const failure = (call: Promise<unknown>) => vendorError(version, call);
    expect(await failure(client.spaces.getSpaceById("nowhere"))).toEqual({
      code: 404,
      message: "spaceId: there is no space nowhere, or this token may not see it.",
    });
    expect(await failure(client.spaces.updateSpaceById(space, { editMode: "frozen" }))).toMatchObject({
      code: 400,
      message: expect.stringContaining("editMode"),
    });
    expect(await failure(client.spaces.mergeChangeRequest(space, draft))).toMatchObject({ code: 409 });
    const stranger = vendorClient(version, platform.endpoint, "cpd_00000000000000000000");
    expect(await failure(stranger.user.getAuthenticatedUser())).toMatchObject({ code: 401 });
  });

  it.runIf(undone !== undefined)("reports what the platform does not do", async () => {
    const path = undone?.path.replaceAll(/\{\w+\}/g, "x") ?? "";
    const call = client.request({ path, method: "GET", format: "json", secure: true });
    expect(await vendorError(version, call)).toEqual({
      code: 501,
      message: `The embedded platform does not implement this yet: ${undone?.id} (${undone?.summary}).`,
    });
  });

  it("gets only responses that match the description", () => {
    expect(exchangedProblems(platform.exchanged, version)).toEqual([]);
    expect(platform.exchanged.length).toBeGreaterThan(25);
  });
});
