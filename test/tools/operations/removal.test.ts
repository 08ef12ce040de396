import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "../../../src/contract/index.ts";
import { listReaches, reaches } from "../../../src/contract/reach.ts";
import { deleteOperation, writeOperation } from "../../../src/tools/operations/long-tail.ts";
import { operationNamed } from "../../../src/tools/operations/lookup.ts";
import { operationTool } from "../../../src/tools/operations/tools.ts";
import { Refusal, scriptedService } from "../../support/scripted-service.ts";
import { openWorkspace, type Workspace } from "../../support/workspace.ts";
import { callTool } from "../catalog/call-tool.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await openWorkspace();
});

afterAll(() => workspace.close());

const contextOf = (client: Workspace["client"]) => ({
  client,
  answerTokens: 4000,
  signal: new AbortController().signal,
  progress: () => undefined,
});

async function preview(operation: string, given: object, client = workspace.client): Promise<string | undefined> {
  return deleteOperation.consequence?.({ operation, arguments: { ...given } }, contextOf(client));
}

const remove = (operation: string, given: object, client = workspace.client) =>
  callTool(deleteOperation, client, { operation, arguments: given });

async function guides() {
  const space = await workspace.makeSpace("Guides", [{ markdown: "# One\n", pages: [{ markdown: "# Two\n" }] }]);
  await workspace.openChangeRequest(space.id);
  await workspace.openChangeRequest(space.id, [], "draft");
  return space.id;
}

describe("the deletion of a space", () => {
  it("is confirmed with what is deleted too, and how long it can be restored", async () => {
    const spaceId = await guides();
    const told = await preview("deleteSpaceById", { spaceId });
    expect(told).toContain(`On space "Guides" (${spaceId}`);
    expect(told).toContain("This also deletes: 2 pages, 1 open change request, 1 draft change request.");
    expect(told).toContain("write_operation restoreSpace restores it for 7 days.");
    expect(told).not.toContain("Not seen");
    expect((await workspace.client.spaces.get({ spaceId })).deletedAt).toBeUndefined();
  });

  it("is reported with until when and how to restore it, whichever tool is used, as is the restored content", async () => {
    const spaceId = await guides();
    const told = await remove("deleteSpaceById", { spaceId });
    expect(told).toContain(`Done: deleteSpaceById, space "Guides" (${spaceId}).`);
    expect(told).toContain("This also deleted: 2 pages, 1 open change request, 1 draft change request.");
    expect(told).toMatch(
      new RegExp(
        `restoreSpace with {"spaceId":"${spaceId}"} restores it until 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC`,
      ),
    );
    const restored = await callTool(writeOperation, workspace.client, {
      operation: "restoreSpace",
      arguments: { spaceId },
    });
    expect(restored).toContain("This also restored: 2 pages, 1 open change request, 1 draft change request.");
    const tool = await operationTool("delete_space_by_id");
    expect(await callTool(tool, workspace.client, { spaceId })).toContain("This also deleted: 2 pages");
  });

  it("requires no confirmation if there is nothing to delete", async () => {
    const spaceId = await guides();
    await remove("deleteSpaceById", { spaceId });
    await expect(preview("deleteSpaceById", { spaceId })).rejects.toThrow(/there is nothing to delete/);
    expect(await remove("deleteSpaceById", { spaceId })).toContain("there is nothing to delete");
  });
});

it("the deletion of a collection is confirmed with its spaces and their contents", async () => {
  const { client, organization: organizationId } = workspace;
  const { id: collectionId } = await client.collections.create({ organizationId, title: "Old" });
  const { id: nested } = await client.collections.create({ organizationId, title: "Older", parent: collectionId });
  const spaceId = await guides();
  await client.spaces.move({ spaceId, parent: nested });
  const told = await preview("deleteCollectionById", { collectionId });
  expect(told).toContain("1 nested collection");
  expect(told).toContain(`space "Guides" (${spaceId}) with 2 pages, 1 open change request, 1 draft change request`);
  expect(told).toContain("the collection itself is not");
});

it("the deletion of a comment is confirmed with its replies, and that it cannot be restored", async () => {
  const { client } = workspace;
  const spaceId = await guides();
  const { id: commentId } = await client.spaceComments.create({ spaceId, body: { markdown: "Why?" } });
  await client.spaceComments.createReply({ spaceId, commentId, body: { markdown: "Because." } });
  const told = await preview("deleteCommentInSpace", { spaceId, commentId });
  expect(told).toContain("This also deletes: 1 reply. It cannot be restored.");
});

describe("a preview on a service that only accepts reads", () => {
  const at = "/v1/spaces/guides";
  const guidesThere = { id: "guides", title: "Guides", organization: "acme", changeRequestsOpen: 3, revision: "r1" };
  const answers = {
    [`GET ${at}`]: guidesThere,
    [`GET ${at}/content/pages`]: { pages: [{ id: "p1", pages: [{ id: "p2" }] }] },
    [`GET ${at}/content/files`]: new Refusal(403, "No."),
    "GET /v1/orgs/acme/sites": { items: [{ id: "docs", title: "Docs", urls: { published: "https://docs.acme.com" } }] },
    "GET /v1/orgs/acme/sites/docs/site-spaces": { items: [{ id: "s1", space: { id: "guides" } }] },
    "GET /v1/orgs/acme/translations": {
      items: [{ id: "t1", source: { space: "guides", language: "en" }, language: "de", result: { space: "leit" } }],
    },
  };

  it("of a space lists its pages, change requests, sites and translations, and what could not be read", async () => {
    const { client, writes } = scriptedService(answers);
    const told = await preview("deleteSpaceById", { spaceId: "guides" }, client);
    expect(told).toContain("2 pages");
    expect(told).toContain("3 open change requests");
    expect(told).toContain('its place in site "Docs" (docs, published at https://docs.acme.com)');
    expect(told).toContain("the source of translation t1 into de");
    expect(told).toContain("Not checked, so there may be more: files (403 forbidden).");
    expect(writes()).toEqual([]);
  });

  it("is an error for what the service does not have", async () => {
    const { client } = scriptedService({
      [`GET ${at}`]: new Refusal(404, "No such space."),
      "GET /v1/orgs": { items: [] },
    });
    await expect(preview("deleteSpaceById", { spaceId: "guides" }, client)).rejects.toThrow(
      /nothing to delete|no space/i,
    );
  });
});

it("every deletion names operations that exist and accept its path parameters", () => {
  for (const { operation } of listOperations()) {
    const { removal, restores } = operation;
    const named = [...Object.values(removal?.along ?? {}), removal?.back?.by, restores].filter(
      (id) => id !== undefined,
    );
    for (const id of named) expect(operationNamed(id)?.id, `${operation.id} names ${id}`).toBe(id);
    for (const id of Object.values(removal?.along ?? {})) {
      const list = listOperations().find((entry) => entry.operation.id === id)?.operation;
      expect(Object.keys(operation.params)).toEqual(expect.arrayContaining(Object.keys(list?.params ?? {})));
    }
    if (removal !== undefined) expect(listReaches(operation.reach).some((reach) => reaches[reach].asks)).toBe(true);
  }
});
