import { expect, it } from "vitest";
import { listPages } from "../../src/tools/catalog/list-pages.ts";
import { openWorkspace } from "../support/workspace.ts";
import { callTool, cursorIn, refusal } from "../tools/catalog/call-tool.ts";

it("a cursor with a wrong letter is rejected, and one whose page is gone reports that the list changed", async () => {
  const workspace = await openWorkspace();
  try {
    const pages = Array.from({ length: 60 }, (_, index) => ({ markdown: `# Page number ${index} of the guides\n` }));
    const { id: space } = await workspace.makeSpace("Guides", pages);
    const read = (cursor?: string) => callTool(listPages, workspace.client, { space, ...(cursor && { cursor }) }, 600);
    const cursor = cursorIn(await read()) ?? "";
    const [of, last, ...rest] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as string[];
    const other = `${last?.slice(0, -1)}${last?.endsWith("a") ? "b" : "a"}`;
    const damaged = Buffer.from(JSON.stringify([of, other, ...rest])).toString("base64url");
    expect(await refusal(read(damaged))).toContain("not a cursor");
    expect(await refusal(read(cursor.slice(0, -4)))).toContain("not a cursor");
    await workspace.edit(space, [{ operation: "delete_page", page: last ?? "" }]);
    expect(await refusal(read(cursor))).toContain("The pages have changed since");
  } finally {
    await workspace.close();
  }
});

it("the same holds for lists of the API", async () => {
  const workspace = await openWorkspace();
  try {
    const { client, organization: organizationId } = workspace;
    await workspace.makeSpace("One");
    await workspace.makeSpace("Two");
    const { next } = await client.spaces.list({ organizationId, limit: 1 });
    const parts = JSON.parse(Buffer.from(next?.page ?? "", "base64url").toString()) as string[];
    const damaged = Buffer.from(JSON.stringify([parts[0], "9", ...parts.slice(2)])).toString("base64url");
    await expect(client.spaces.list({ organizationId, page: damaged })).rejects.toThrow("not a cursor");
    await expect(client.collections.list({ organizationId, page: next?.page ?? "" })).rejects.toThrow("another list");
    expect((await client.spaces.list({ organizationId, page: next?.page ?? "" })).items).toHaveLength(1);
  } finally {
    await workspace.close();
  }
});
