import { describe, expect, it } from "vitest";
import { listOperations } from "../../../src/contract/index.ts";
import { estimateTokens } from "../../../src/present/budget.ts";
import { toolDefinition } from "../../../src/tools/definition.ts";
import { toToolName } from "../../../src/tools/operation-names.ts";
import {
  deleteOperation,
  findOperations,
  readOperation,
  writeOperation,
} from "../../../src/tools/operations/long-tail.ts";
import { createOperationTool, operationTool } from "../../../src/tools/operations/tools.ts";
import { contextWith } from "../context-with.ts";

const refusing = contextWith(() => {
  throw new Error("nothing is to be sent");
}).context;

const call = (operation: string, args: Record<string, unknown> = {}, cursor?: string) => ({
  operation,
  arguments: args,
  cursor,
  fields: undefined,
});

describe("find_operations", () => {
  const find = async (task: string, answerTokens = 2000) =>
    (await findOperations.run({ task, cursor: undefined }, { ...refusing, answerTokens })).text;

  const findLacking = async (task: string, lacks: (id: string) => boolean) =>
    (await findOperations.run({ task, cursor: undefined }, { ...refusing, answerTokens: 2000, lacks })).text;

  it("omits operations that the service lacks", async () => {
    const all = await find("merge a change request");
    const text = await findLacking("merge a change request", (id) => id === "mergeChangeRequest");
    expect(all).toContain("mergeChangeRequest (");
    expect(text).not.toContain("mergeChangeRequest (");
    expect(text.split("\n")[0]).toContain("ChangeRequest");
  });

  it("names lacking operations in one line if nothing else fits", async () => {
    const text = await findLacking("merge a change request", () => true);
    expect(text).toMatch(
      /^Nothing that the embedded platform implements matches\. On other services: mergeChangeRequest,.*$/,
    );
  });

  it.each([
    ["merge a change request", "mergeChangeRequest (write_operation)"],
    ["remove a space", "deleteSpaceById (delete_operation)"],
    ["bring back a deleted space", "restoreSpace (write_operation)"],
    ["rename a space", "updateSpaceById (write_operation)"],
    ["make a new space", "createSpace (write_operation)"],
    ["who am I, the authenticated user", "getAuthenticatedUser (read_operation)"],
  ])("lists first what fits %j", async (task, headline) => {
    expect((await find(task)).split("\n")[0]).toContain(headline);
  });

  it("lists arguments with their types, and the tool that calls each", async () => {
    expect(await find("make a new space")).toMatch(
      /^createSpace \(write_operation\): Create a new, empty space\n {2}\{ organizationId\?: string, title\?: string, .*editMode\?: "live" \| "locked" \}\n/,
    );
  });

  it("lists at most eight, within the budget", async () => {
    expect((await find("page")).match(/_operation\)/g)?.length).toBeLessThanOrEqual(8);
    expect(estimateTokens(await find("page", 150))).toBeLessThanOrEqual(150);
  });

  it.each(["createSpace", "create_space"])("describes one operation completely by its id, %s", async (id) => {
    const text = await find(id);
    expect(text).toContain("createSpace (write_operation): Create a new, empty space");
    expect(text).toContain("- parent? (string): Collection to put it in");
    expect(text).not.toContain("deleteSpace");
  });

  it("says what exists if nothing fits", async () => {
    expect(await find("xyzzy plugh")).toMatch(/^No operation matches these words\..* content, changes, /);
    expect(await find("文書 🙂 !!!")).toMatch(/^No operation matches these words\./);
  });
});

const spaceId = "S1kq0VbnTgY2mXw9LrZe";

describe("an operation called by name", () => {
  it("is sent with its arguments, and its answer is compact and fenced", async () => {
    const { context, sent } = contextWith(() =>
      Response.json({ id: "s1", title: "API", parent: null, urls: { app: "https://x" } }),
    );
    const { text } = await readOperation.run(call("getSpaceById", { spaceId }), context);
    expect(sent).toEqual([{ method: "GET", path: `/v1/spaces/${spaceId}`, ifMatch: null, body: "" }]);
    expect(text).toMatch(/<(text-[0-9a-f]{10})>\n\{"id":"s1",\n"title":"API"\}\n<\/\1>$/);
  });

  it("sends the revision it was prepared on if the operation has a precondition", async () => {
    const { context, sent } = contextWith(() => Response.json({ changes: [] }));
    const changes = [{ operation: "delete_page", page: "p1" }];
    const args = {
      spaceId,
      changeRequestId: "4",
      changes: JSON.stringify(changes),
      ifMatch: "r9",
      compat: false,
    };
    await writeOperation.run(call("updateChangeRequestContent", args), context);
    expect(sent).toEqual([
      {
        method: "POST",
        path: `/v1/spaces/${spaceId}/change-requests/4/content?compat=false`,
        ifMatch: expect.stringContaining("r9"),
        body: JSON.stringify({ changes }),
      },
    ]);
  });

  it("is deleted with delete_operation", async () => {
    const { context, sent } = contextWith(() => new Response(null, { status: 205 }));
    const { text } = await deleteOperation.run(call("deleteSpaceById", { spaceId }), context);
    const writes = sent.filter(({ method }) => method !== "GET");
    expect(writes).toMatchObject([{ method: "DELETE", path: `/v1/spaces/${spaceId}` }]);
    expect(text).toContain(`Done: deleteSpaceById, space "${spaceId}".`);
  });

  it("is refused by the wrong tool, which names the right one", async () => {
    await expect(readOperation.run(call("deleteSpaceById", { spaceId: "s" }), refusing)).rejects.toThrow(
      'deleteSpaceById was not called: its effect is "delete". Call delete_operation with the same arguments.',
    );
    await expect(writeOperation.run(call("getSpaceById", { spaceId: "s" }), refusing)).rejects.toThrow(
      "read_operation",
    );
    await expect(deleteOperation.run(call("mergeChangeRequest"), refusing)).rejects.toThrow("write_operation");
  });

  it("is answered with the closest ids if it does not exist", async () => {
    await expect(readOperation.run(call("getSpaceByIdd"), refusing)).rejects.toThrow(
      /^There is no operation "getSpaceByIdd"\. The closest: getSpaceById/,
    );
    await expect(readOperation.run(call("%%%%%%%%%%%%%%%%%%%%"), refusing)).rejects.toThrow("find_operations");
  });

  it("is not sent with wrong arguments, and the answer names the fields and what is accepted", async () => {
    await expect(readOperation.run(call("getSpaceById", { space: "s", spaceId: true }), refusing)).rejects.toThrow(
      [
        "getSpaceById was not called.",
        "- `spaceId`: must be a string",
        "- Unknown argument `space`. Did you mean `spaceId`? It takes: spaceId, shareKey.",
        "Arguments: { spaceId: string, shareKey?: string }",
      ].join("\n"),
    );
  });

  it("reads a list again in a smaller portion, so that the cursor continues where the answer ends", async () => {
    const all = Array.from({ length: 50 }, (_, index) => ({
      id: `s${index}`,
      title: "A space with a fairly long title",
    }));
    const { context, sent } = contextWith((request) => {
      const limit = Number(new URL(request.url).searchParams.get("limit") ?? 50);
      return Response.json({ items: all.slice(0, limit), ...(limit < 50 ? { next: { page: `after-${limit}` } } : {}) });
    }, 400);
    const { text } = await readOperation.run(
      call("listSpacesInOrganizationById", { organizationId: "ac7kq0VbnTgY2mXw9LrZ" }),
      context,
    );
    const limit = Number(/limit=(\d+)$/.exec(sent[1]?.path ?? "")?.[1]);
    expect(sent).toHaveLength(2);
    expect(limit).toBeGreaterThan(5);
    expect(text.match(/"id":/g)).toHaveLength(limit);
    expect(text).toContain(`"next":{"page":"after-${limit}"}`);
    expect(text).toContain(
      `${limit} items fit into the answer. For what comes after: the same arguments with "limit": ${limit}`,
    );
    expect(estimateTokens(text)).toBeLessThan(450);
  });
});

describe("operation tools", () => {
  it("include one for each operation, each with a unique name of at most 40 characters", () => {
    const tools = listOperations().map(createOperationTool);
    const names = tools.map(({ name }) => name);
    expect(tools).toHaveLength(listOperations().length);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9_]{1,40}$/);
  });

  it.each([
    ["getSpaceById", "get_space_by_id"],
    ["listSAMLProviders", "list_saml_providers"],
    ["listOrganizationsForAuthenticatedUser", "list_organizations_authenticated_user"],
    ["deleteMemberFromOrganizationTeamById", "delete_member_from_organization_team"],
    ["listSamlProvidersInOrganizationById", "list_saml_providers_in_organization"],
  ])("name %s %s", (id, name) => {
    expect(toToolName(id)).toBe(name);
  });

  it("accept the operation's arguments flat and call it", async () => {
    const { context, sent } = contextWith(() => Response.json({ id: "s1", title: "New" }));
    const tool = await operationTool("update_space_by_id");
    await tool?.run({ spaceId, title: "New" }, context);
    expect(sent).toMatchObject([{ method: "PATCH", path: `/v1/spaces/${spaceId}`, body: '{"title":"New"}' }]);
    expect(await operationTool("no_such_tool")).toBeUndefined();
  });
});

describe("the hints of a tool", () => {
  const hints = (tool: Parameters<typeof toolDefinition>[0]) => Object.values(toolDefinition(tool).annotations);

  it("are the strictest of the operations it calls", () => {
    // read only, destructive, idempotent, open world
    expect(hints(findOperations)).toEqual([true, false, true, false]);
    expect(hints(readOperation)).toEqual([true, false, true, false]);
    expect(hints(writeOperation)).toEqual([false, true, false, true]);
    expect(hints(deleteOperation)).toEqual([false, true, true, false]);
  });
});
