import { beforeEach, expect, it } from "vitest";
import { openWorkspace, type PlatformWorkspace } from "../../../support/platform-workspace.ts";
import { join, type Person } from "./people.ts";

let workspace: PlatformWorkspace;

let spaceId = "";

let ana: Person;

let bo: Person;

beforeEach(async () => {
  workspace = await openWorkspace();
  const { client, organization } = workspace;
  spaceId = (await client.spaces.create({ organizationId: organization, title: "Stations" })).id;
  ana = await join(workspace, "Ana Lima", "edit");
  bo = await join(workspace, "Bo", "edit");
  await workspace.platform.database.write(async (queries) => {
    await queries.updateTable("user").set({ email: "ana@acme.com" }).where("id", "=", ana.id).execute();
  });
});

/** The text as it is read back, with `{name}` in place of people's ids. */
async function posted(markdown: string, by = workspace.client): Promise<string> {
  const { id } = await by.spaceComments.create({ spaceId, body: { markdown } });
  const { body } = await by.spaceComments.get({ spaceId, commentId: id });
  return (body.markdown ?? "").replaceAll(ana.id, "{ana}").replaceAll(bo.id, "{bo}");
}

it.each([
  ["@ana@acme.com, see here", "[@Ana Lima](/users/{ana}), see here"],
  ["@ANA@ACME.com.", "[@Ana Lima](/users/{ana})."],
  ["Ask @Ana Lima.", "Ask [@Ana Lima](/users/{ana})."],
  ["(@ana lima)", "([@Ana Lima](/users/{ana}))"],
  ["@ana and @bo", "[@Ana Lima](/users/{ana}) and [@Bo](/users/{bo})"],
  ["- @Bo\n- **@Ana**", "- [@Bo](/users/{bo})\n- **[@Ana Lima](/users/{ana})**"],
])("%j mentions members", async (given, expected) => {
  expect(await posted(given)).toBe(expected);
});

it.each([
  "`@Bo`",
  "```\n@Bo\n```",
  "[@Bo](https://example.com)",
  "<a href='@Bo'>x</a>",
  "mail bo@acme.com",
  "@nobody@acme.com",
  "@Bob",
  "@Boé",
  "@Anabel Lima",
  "a@Bo",
  "@@Bo",
  "\\@Bo",
  "@",
  "@ Bo",
  "https://example.com/@Bo",
  `${"@".repeat(2000)}x`,
  `@${"a".repeat(5000)}@${"b".repeat(5000)}`,
])("%.40j mentions no one and stays unchanged", async (given) => {
  expect(await posted(given)).toBe(given);
});

it("a name that several members share mentions none of them, but a longer unique name does", async () => {
  await join(workspace, "Bo", "read");
  expect(await posted("@Bo?")).toBe("@Bo?");
  const longer = await join(workspace, "Bo Ek", "read");
  expect((await posted("@Bo Ek?")).replace(longer.id, "{ek}")).toBe("[@Bo Ek](/users/{ek})?");
});

it("a name that contains markup is mentioned as plain text", async () => {
  const eve = await join(workspace, "Eve ](https://evil.example)[x", "read");
  const text = await posted("@Eve hello");
  expect(text).toContain(`](/users/${eve.id}) hello`);
  const { id } = await workspace.client.spaceComments.create({ spaceId, body: { markdown: "@Eve hello" } });
  const { body } = await workspace.client.spaceComments.get({ spaceId, commentId: id, format: "document" });
  expect(JSON.stringify(body.document)).not.toContain('https://evil.example"');
  expect(JSON.stringify(body.document)).toContain(`{"kind":"user","user":"${eve.id}"}`);
});

it("a mention is also one in the document form, and works in replies and edits", async () => {
  const { client } = workspace;
  const { id: commentId } = await client.spaceComments.create({ spaceId, body: { markdown: "First" } });
  const { id: commentReplyId } = await client.spaceComments.createReply({
    spaceId,
    commentId,
    body: { markdown: "@Bo" },
  });
  await client.spaceComments.update({ spaceId, commentId, body: { markdown: "@Ana" } });
  const comment = await client.spaceComments.get({ spaceId, commentId, format: "document" });
  expect(JSON.stringify(comment.body.document)).toContain(`"type":"mention"`);
  expect(JSON.stringify(comment.body.document)).toContain(`{"kind":"user","user":"${ana.id}"}`);
  const reply = await client.spaceComments.getReply({ spaceId, commentId, commentReplyId, format: "document" });
  expect(JSON.stringify(reply.body.document)).toContain(`{"kind":"user","user":"${bo.id}"}`);
});

it("a guest, who may not list the members, cannot mention anyone by name or address", async () => {
  const guest = await join(workspace, "Guest", null);
  await workspace.client.spacePermissions.grant({ spaceId, users: [guest.id], role: "comment" });
  for (const text of ["@Bo", "@ana@acme.com"]) expect(await posted(text, guest.client)).toBe(text);
});

it("at most 50 mentions are looked up in one text", async () => {
  const text = await posted("@Bo ".repeat(60));
  expect(text.match(/\/users\/\{bo\}/g)).toHaveLength(50);
});
