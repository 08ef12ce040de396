import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentUpdate } from "../../src/contract/models/content-change.ts";
import type { File } from "../../src/contract/models/file.ts";
import type { LinkList } from "../../src/contract/models/link.ts";
import type { Page, PageSummary } from "../../src/contract/models/page.ts";
import type { UserPermission } from "../../src/contract/models/people.ts";
import type { ReusableContent } from "../../src/contract/models/reusable-content.ts";
import type { Revision } from "../../src/contract/models/revision.ts";
import type { SemanticChanges } from "../../src/contract/models/semantic-change.ts";
import type { Collection, Space } from "../../src/contract/models/space.ts";
import { matchOperation, readDescription, versions } from "./description.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { Validator } from "./validator.ts";
import { type VendorClient, vendorClient, vendorError } from "./vendor-client.ts";

interface List<Item> {
  readonly items: readonly Item[];
  readonly count?: number;
}
interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
}

describe.each(versions)("collections and content through the vendor's client %s", (version) => {
  let platform: ServedPlatform;
  let client: VendorClient;
  let collection = "";
  let space = "";
  const pages: Record<string, string> = {};
  let file = "";
  let revision = "";

  beforeAll(async () => {
    platform = await servePlatform();
    client = vendorClient(version, platform.endpoint, platform.token);
  });
  afterAll(() => platform.close());

  /** The client's method of an operation, with its arguments in order. */
  async function call<Data>(operation: string, ...args: readonly unknown[]): Promise<Answer<Data>> {
    for (const group of Object.values(client) as Record<string, unknown>[]) {
      const method = group?.[operation];
      if (typeof method === "function") return method(...args) as Promise<Answer<Data>>;
    }
    throw new Error(`Version ${version} has no ${operation}`);
  }

  /** Operations for which one of the two versions has no method. */
  const read = <Data>(path: string) =>
    client.request<Data>({ path: `/spaces/${space}/${path}`, method: "GET", format: "json", secure: true });

  it("creates, reads, changes, lists and moves a collection, and moves a space into it", async () => {
    const { organization } = platform;
    const made = await call<Collection>("createCollection", organization, { title: "Manuals" });
    expect([made.status, made.data.object, made.data.title]).toEqual([201, "collection", "Manuals"]);
    collection = made.data.id;
    const change = { title: "Handbooks", description: "For the shop" };
    const changed = await call<Collection>("updateCollectionById", collection, change);
    expect(changed.data).toMatchObject(change);
    expect((await call<Collection>("getCollectionById", collection)).data).toEqual(changed.data);
    const { data: created } = await call<Space>("createSpace", organization, {
      title: "Masts",
      parent: collection,
      emoji: "1f327",
    });
    space = created.id;
    const spaces = await call<List<Space>>("listSpacesInCollectionById", collection);
    expect(spaces.data.items.map(({ id }) => id)).toEqual([space]);
    const { data: inner } = await call<Collection>("createCollection", organization, { title: "Inner" });
    await call("moveCollection", inner.id, { parent: collection });
    const listed = await call<List<Collection>>("listCollectionsInOrganizationById", organization, { nested: true });
    expect(listed.data.items.map(({ title, parent }) => [title, parent ?? null]).sort()).toEqual([
      ["Handbooks", null],
      ["Inner", collection],
    ]);
    const same = vendorError(version, call("transferCollection", collection, { organization }));
    expect((await same).code).toBe(409);
    expect((await call("deleteCollectionById", inner.id)).status).toBe(205);
  });

  it("grants, changes, lists and revokes a role in a space", async () => {
    const { user } = platform;
    expect((await call("inviteToSpace", space, { users: [user], role: "edit" })).status).toBe(204);
    const roles = async (operation: string) =>
      (await call<List<UserPermission>>(operation, space)).data.items.map((granted) => [
        granted.user.id,
        granted.permission,
      ]);
    expect(await roles("listUserPermissionsInSpace")).toEqual([[user, "edit"]]);
    await call("updateUserPermissionInSpace", space, user, { role: "comment" });
    expect(await roles("listUserPermissionsInSpace")).toEqual([[user, "comment"]]);
    // An administrator of the organization stays one in every space.
    expect(await roles("listPermissionsAggregateInSpace")).toEqual([[user, "admin"]]);
    expect((await call<List<object>>("listTeamPermissionsInSpace", space)).data.items).toEqual([]);
    await call("removeUserFromSpace", space, user);
    expect(await roles("listUserPermissionsInSpace")).toEqual([]);
  });

  it("reads pages, files and reusable contents of revisions, and the changes of a merge", async () => {
    const { data: draft } = await client.spaces.createChangeRequest(space, { subject: "Masts" });
    const upload = (name: string, contentType: string, text: string) => ({
      name,
      contentType,
      base64: Buffer.from(text).toString("base64"),
    });
    const { data } = await client.request<ContentUpdate>({
      path: `/spaces/${space}/change-requests/${draft.id}/content`,
      method: "POST",
      query: { compat: false },
      body: {
        changes: [
          {
            operation: "insert_files",
            files: [
              upload("plan.txt", "text/plain", "A plan."),
              upload(".gitbook/includes/help.md", "text/markdown", "---\ntitle: Help\n---\n\nCall us.\n"),
            ],
          },
          {
            operation: "insert_page",
            ref: "mast",
            title: "Mast",
            document: {
              markdown:
                '## Up\n\nSee [rope](rope.md#cut), [plan](.gitbook/assets/plan.txt), [gone](gone.md).\n\n{% include ".gitbook/includes/help.md" %}\n',
            },
          },
          { operation: "insert_page", ref: "rope", title: "Rope", document: { markdown: "## Cut\n\nLong.\n" } },
        ],
      },
      type: "application/json",
      format: "json",
      secure: true,
    });
    for (const change of data.changes) {
      if (change.object === "created_page") pages[change.ref ?? ""] = change.page.id;
    }
    await client.spaces.mergeChangeRequest(space, draft.id);

    const { data: current } = await client.spaces.getCurrentRevision(space);
    revision = current.id;
    expect((await call<Revision>("getRevisionById", space, revision)).data).toEqual(current);
    const { data: tree } = await call<{ pages: PageSummary[] }>("listPagesInRevisionById", space, revision);
    expect(tree.pages).toEqual(current.pages);
    const format = { format: "markdown" };
    const byId = await call<Page>("getPageInRevisionById", space, revision, pages.rope, format);
    const byPath = await call<Page>("getPageInRevisionByPath", space, revision, "rope", format);
    expect([byId.data.markdown, byPath.data]).toEqual(["# Rope\n\n## Cut\n\nLong.\n", byId.data]);
    const { data: changes } = await call<SemanticChanges>("getRevisionSemanticChanges", space, revision);
    expect(changes.changes.filter(({ type }) => type === "page_created")).toHaveLength(2);

    const files = await call<List<File>>("listFiles", space);
    expect(files.data.items.map(({ name }) => name)).toEqual(["plan.txt"]);
    file = files.data.items[0]?.id ?? "";
    expect((await call<File>("getFileById", space, file)).data).toEqual(files.data.items[0]);
    const there = await call<List<File>>("listFilesInRevisionById", space, revision);
    expect(there.data.items.map(({ id }) => id)).toEqual([file]);
    const passage = current.reusableContents[0]?.id ?? "";
    const reusable = await call<ReusableContent>("getReusableContentById", space, passage);
    expect(reusable.data.title).toBe("Help");
  });

  it("reads links, backlinks and meta-links", async () => {
    const { data: links } = await read<LinkList>("links");
    const found = links.items.map(({ status, relation, targetReference }) => [status, relation, targetReference?.kind]);
    expect(found.sort()).toEqual([
      ["broken", "reference", "url"],
      ["ok", "dependsOn", "reusable-content"],
      ["ok", "reference", "file"],
      ["ok", "reference", "page"],
    ]);
    expect(links.stats).toEqual({ total: 4, broken: { total: 1 }, references: { total: 4, broken: 1 } });
    const { data: ofPage } = await read<LinkList>(`content/page/${pages.mast}/links?status=broken`);
    expect(ofPage.items.map(({ status }) => status)).toEqual(["broken"]);
    for (const path of [`content/page/${pages.rope}/backlinks`, `content/files/${file}/backlinks`]) {
      const { data } = await read<List<LinkList["items"][number]["locationReferences"][number]>>(path);
      expect(data.items).toMatchObject([{ kind: "page", page: { id: pages.mast, pages: [] } }]);
    }
    expect((await read(`content/page/${pages.mast}/meta-links`)).data).toEqual({});
  });

  it("deletes the collection and its contents", async () => {
    expect((await call("deleteCollectionById", collection)).status).toBe(205);
    expect((await vendorError(version, call("getCollectionById", collection))).code).toBe(404);
  });

  it("gets only responses that match the description", () => {
    const description = readDescription(version);
    const validator = new Validator(description);
    const problems = platform.exchanged.flatMap(({ method, path, status, body }) => {
      const match = matchOperation(description, method, path);
      if (match === undefined || (status >= 400 && !(status in match.operation.answers))) return [];
      return validator.answerProblems(match.operation, status, body).map((problem) => `${method} ${path}: ${problem}`);
    });
    expect(problems).toEqual([]);
    expect(platform.exchanged.length).toBeGreaterThan(30);
  });
});
