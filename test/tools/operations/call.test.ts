import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import {
  deleteOperation,
  findOperations,
  readOperation,
  writeOperation,
} from "../../../src/tools/operations/long-tail.ts";
import { operationTool } from "../../../src/tools/operations/tools.ts";
import { contextWith } from "../context-with.ts";

const call = (operation: string, args: Record<string, unknown> = {}, cursor?: string) => ({
  operation,
  arguments: args,
  cursor,
  fields: undefined,
});

const spaceId = "S1kq0VbnTgY2mXw9LrZe";

const organizationId = "ac7kq0VbnTgY2mXw9LrZ";

const inFence = (text: string) => /<(text-[0-9a-f]{10})>\n([\s\S]*?)\n?<\/\1>/.exec(text)?.[2] ?? "";

const cursorIn = (text: string) => /"cursor": "([^"]+)"/.exec(text)?.[1];

const largePage = { id: "p1", title: "Large", markdown: "Many words 🙂 of text.\n\n".repeat(25_000) };

/** Reads an answer completely, each part within the budget, and joins the parts. */
async function readAll(operation: string, args: Record<string, unknown>, answer: () => Response, tokens: number) {
  const { context } = contextWith(answer, tokens);
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const { text } = await readOperation.run(call(operation, args, cursor), context);
    expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
    parts.push(inFence(text));
    cursor = cursorIn(text);
  } while (cursor !== undefined && parts.length < 2000);
  return parts;
}

describe("an answer that is too large", () => {
  it("comes in parts within the budget that together are complete", async () => {
    const parts = await readAll("getPageById", { spaceId, pageId: "p1" }, () => Response.json(largePage), 20_000);
    expect(parts.length).toBeGreaterThan(5);
    const [members, body] = parts.join("").split("\nmarkdown:\n");
    expect(JSON.parse(members ?? "")).toEqual({ id: "p1", title: "Large" });
    // A fence ends its text with a line feed, whether the text has one there or not.
    expect(body?.split(/\n+/)).toEqual(largePage.markdown.split(/\n+/));
  });

  it("also comes in parts when it is one item of a list", async () => {
    const list = {
      items: [
        { id: "s1", title: "x ".repeat(5000) },
        { id: "s2", title: "short" },
      ],
    };
    const parts = await readAll("listSpacesInOrganizationById", { organizationId }, () => Response.json(list), 2000);
    expect(parts.length).toBeGreaterThan(2);
    expect(JSON.parse(parts.join(""))).toEqual(list);
  });

  it("says how to continue if the operation has its own tool", async () => {
    const { context } = contextWith(() => Response.json(largePage), 600);
    const { text } = (await (
      await operationTool("get_page_by_id")
    )?.run({ spaceId, pageId: "p1", format: "markdown" }, context)) ?? { text: "" };
    expect(text).toMatch(
      /\nCut to the answer budget: characters 1 to \d+ of \d+\. To continue: read_operation with "operation": "getPageById", the same arguments and "cursor": "[\w-]+"\.$/,
    );
    const args = { format: "markdown", pageId: "p1", spaceId };
    const next = await readOperation.run(call("getPageById", args, cursorIn(text)), context);
    expect(inFence(next.text)).not.toBe(inFence(text));
    expect(next.text).toMatch(/characters \d+ to \d+ of \d+\./);
  });

  it("cannot be continued when it has changed, for another call, or with an invalid cursor", async () => {
    let page = largePage;
    const { context } = contextWith(() => Response.json(page), 600);
    const args = { spaceId, pageId: "p1" };
    const cursor = cursorIn((await readOperation.run(call("getPageById", args), context)).text);
    await expect(readOperation.run(call("getPageById", { ...args, pageId: "p2" }, cursor), context)).rejects.toThrow(
      "This cursor belongs to a call with other arguments.",
    );
    await expect(readOperation.run(call("getPageById", args, "W10"), context)).rejects.toThrow("This is not a cursor.");
    page = { ...largePage, markdown: `${largePage.markdown}!` };
    await expect(readOperation.run(call("getPageById", args, cursor), context)).rejects.toThrow(
      "The result of the operation has changed since. Leave the cursor out to start over.",
    );
  });

  it("can be continued although its temporary links were signed again", async () => {
    let signed = 0;
    const files = () => Response.json({ id: "f1", downloadURL: link(), name: "x ".repeat(9000) });
    const link = () => `https://docs.example.com/files/f1?expires=${1000 + signed++}&signature=aB${signed % 10}`;
    const parts = await readAll("getFileById", { spaceId, fileId: "f1" }, files, 2000);
    expect(signed).toBeGreaterThan(3);
    expect(parts.join("")).toContain("x ".repeat(9000));
  });

  it("is cut if something was done, which is not done again", async () => {
    const { context, sent } = contextWith(() => Response.json({ id: "s1", title: "x ".repeat(50_000) }), 600);
    const { text } = await writeOperation.run(call("updateSpaceById", { spaceId, title: "y" }), context);
    expect(sent).toHaveLength(1);
    expect(estimateTokens(text)).toBeLessThanOrEqual(600);
    expect(text).toMatch(/\nCut to the answer budget: characters 1 to \d+ of \d+\. The operation was carried out\.$/);
  });

  it.each([500, 2000, 6000, 50_000])("stays within %d tokens, whatever it contains", async (tokens) => {
    const answers: unknown[] = [
      { id: "p", markdown: "x".repeat(500_000) },
      { id: "p", markdown: "文書🙂".repeat(100_000) },
      { id: "p", markdown: "```\n".repeat(50_000) },
      {
        items: Array.from({ length: 20_000 }, (_, index) => ({ id: `${index}`, title: "A title" })),
        next: { page: "n" },
      },
      { items: Array.from({ length: 20_000 }, () => "\n\n") },
      { pages: Array.from({ length: 9000 }, (_, index) => ({ id: `${index}`, pages: [{ title: '"\\"'.repeat(9) }] })) },
    ];
    for (const answer of answers) {
      const { context } = contextWith(() => Response.json(answer), tokens);
      const { text } = await readOperation.run(call("listSpacesInOrganizationById", { organizationId }), context);
      expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
    }
  });
});

describe("the parameters of an operation", () => {
  it("are listed completely, however long", async () => {
    const { context } = contextWith(() => Response.error(), 500);
    let text = "";
    let cursor: string | undefined;
    do {
      const part = await findOperations.run({ task: "updateChangeRequestContent", cursor }, context);
      expect(estimateTokens(part.text)).toBeLessThanOrEqual(500);
      text += part.text.replace(/\n\nCut to the answer budget\..*/s, "\n");
      cursor = cursorIn(part.text);
    } while (cursor !== undefined);
    expect(text).toMatch(/^- spaceId \(string, at most 2000 characters\): Space: id, title or URL$/m);
    expect(text).toMatch(/^- changes \(object\[\], at least 1 elements, at most 50 elements\)/m);
    expect(text).toMatch(/^ {2}- operation \("insert_page"/m);
    expect(text).toMatch(/^ {2}- operation \("delete_page"\)/m);
  });

  it("are listed in a refusal with what is wrong, within the budget", async () => {
    const { context } = contextWith(() => Response.error(), 500);
    const changes = Array.from({ length: 50 }, () => ({ operation: "insert_page", wrong: "x".repeat(100) }));
    const refused = writeOperation.run(call("updateChangeRequestContent", { changes }), context);
    const message = await refused.catch((error: Error) => error.message);
    expect(message).toMatch(/^updateChangeRequestContent was not called\.\n/);
    expect(estimateTokens(String(message))).toBeLessThanOrEqual(500);
  });
});

describe("parameters of an operation's path", () => {
  const organizations = [
    { id: "o1", title: "Acme" },
    { id: "o2", title: "Tern" },
  ];
  const spaces = [
    { id: "sp1", title: "API docs" },
    { id: "sp2", title: "Guides" },
    { id: "sp3", title: "Twin" },
    { id: "sp4", title: "twin" },
  ];
  const changeRequests = [
    { id: "c9", number: 4, subject: "Better start page" },
    { id: "c8", number: 3, subject: "Typos" },
  ];

  /** A service with these organizations, four spaces in each, and two change requests in each. */
  const serviceWith = (count: number) =>
    contextWith((request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/v1/orgs") return Response.json({ items: organizations.slice(0, count) });
      if (/\/orgs\/o\d\/spaces$/.test(pathname)) return Response.json({ items: spaces });
      if (pathname.endsWith("/change-requests")) {
        return Response.json({ items: searchParams.get("status") === "open" ? changeRequests : [] });
      }
      if (/\/change-requests\/4$/.test(pathname)) return Response.json(changeRequests[0]);
      if (/^\/v1\/spaces\/(guides|twin)$|\/typos$/i.test(pathname)) return Response.json({}, { status: 404 });
      return request.method === "DELETE" ? new Response(null, { status: 205 }) : Response.json({ id: "done" });
    });

  it("may omit the organization if there is only one", async () => {
    const { context, sent } = serviceWith(1);
    await writeOperation.run(call("createSpace", { title: "New" }), context);
    expect(sent.at(-1)).toMatchObject({ method: "POST", path: "/v1/orgs/o1/spaces", body: '{"title":"New"}' });
  });

  it("are answered with the candidates if there are several, and nothing is done", async () => {
    const { context, sent } = serviceWith(2);
    await expect(writeOperation.run(call("createSpace", { title: "New" }), context)).rejects.toThrow(
      'Say which `organization` is meant:\n- "Acme" (id o1)\n- "Tern" (id o2)',
    );
    expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("are used unchanged, without a search, if they can only be ids", async () => {
    const { context, sent } = serviceWith(2);
    await readOperation.run(call("getChangeRequestById", { spaceId, changeRequestId: "7" }), context);
    expect(sent.map(({ path }) => path)).toEqual([`/v1/spaces/${spaceId}/change-requests/7`]);
  });

  it("may be titles of one word, which are distinguished from ids by a request", async () => {
    const { context, sent } = serviceWith(1);
    await readOperation.run(call("getChangeRequestById", { spaceId: "Guides", changeRequestId: "Typos" }), context);
    expect(sent.at(-1)?.path).toBe("/v1/spaces/sp2/change-requests/c8");
    await deleteOperation.run(call("deleteSpaceById", { spaceId: "guides" }), context);
    expect(sent.at(-1)).toMatchObject({ method: "DELETE", path: "/v1/spaces/sp2" });
    await writeOperation.run(call("createSpace", { organizationId: "Acme", title: "New" }), context);
    expect(sent.at(-1)?.path).toBe("/v1/orgs/o1/spaces");
    await expect(deleteOperation.run(call("deleteSpaceById", { spaceId: "tWIN" }), context)).rejects.toThrow(
      '2 spaces match "tWIN". Name one by its id:\n- "Twin" (id sp3)\n- "twin" (id sp4)',
    );
  });

  it("may be a title, a subject, a number or a URL", async () => {
    const { context, sent } = serviceWith(1);
    const last = async (args: Record<string, unknown>) => {
      await readOperation.run(call("getChangeRequestById", args), context);
      return sent.at(-1)?.path;
    };
    expect(await last({ spaceId: "api docs", changeRequestId: 4 })).toBe("/v1/spaces/sp1/change-requests/4");
    expect(await last({ spaceId: "api docs", changeRequestId: "#4" })).toBe("/v1/spaces/sp1/change-requests/c9");
    expect(await last({ spaceId: "api docs", changeRequestId: "Better start page" })).toBe(
      "/v1/spaces/sp1/change-requests/c9",
    );
    expect(await last({ spaceId: "https://docs.example.com/s/sp7/start", changeRequestId: "4" })).toMatch(
      /^\/v1\/spaces\/\w+\/change-requests\/4$/,
    );
  });

  it("may be part of a title for reading, but must be the whole title for changes", async () => {
    const { context, sent } = serviceWith(1);
    await readOperation.run(call("getSpaceById", { spaceId: "api d" }), context);
    expect(sent.at(-1)?.path).toBe("/v1/spaces/sp1");
    await expect(deleteOperation.run(call("deleteSpaceById", { spaceId: "api d" }), context)).rejects.toThrow(
      'Nothing was changed: `spaceId` "api d" is only a part of "API docs" (id sp1). Give the whole title, or the id.',
    );
    expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
    await deleteOperation.run(call("deleteSpaceById", { spaceId: "api  DOCS" }), context);
    expect(sent.at(-1)).toMatchObject({ method: "DELETE", path: "/v1/spaces/sp1" });
  });

  it("are distinguished from wrong arguments before anything is sent", async () => {
    const { context, sent } = serviceWith(1);
    await expect(writeOperation.run(call("createSpace", { titel: "New" }), context)).rejects.toThrow("titel");
    expect(sent).toEqual([]);
  });

  it("also apply to the operation's own tool", async () => {
    const { context, sent } = serviceWith(1);
    await (await operationTool("list_spaces_in_organization_by_id"))?.run({ limit: 2 }, context);
    expect(sent.at(-1)?.path).toBe("/v1/orgs/o1/spaces?limit=2");
  });
});

it("names the operation that succeeded and returns no content", async () => {
  const { context } = contextWith(() => new Response(null, { status: 204 }), 1000);
  const operations = [{ type: "insert", translations: { en: "page", de: "Seite" } }];
  const { text } = await writeOperation.run(call("updateGlossaryEntries", { organizationId, operations }), context);
  expect(text).toBe("Done: updateGlossaryEntries succeeded. It returns no content.");
});
