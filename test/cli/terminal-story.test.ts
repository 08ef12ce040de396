import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, connectAgent, found } from "../stories/agents.ts";
import { handbook, writeFiles } from "../stories/handbook.ts";
import { copydesk, type Served, serve, temporaryFolder } from "./program.ts";
import { atTerminal } from "./pseudo-terminal.ts";
import { writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";
const question = "Do it? [y/N]";

let service: Served;
let agent: Agent;
const tokens: Record<string, string> = {};

/** The terminal of a person who uses the running server with a separate token. */
function terminalOf(name: string) {
  const variables = { COPYDESK_BASE_URL: service.ready.api ?? "", COPYDESK_TOKEN: tokens[name] ?? "", PAGER: "cat" };
  return (args: readonly string[], answers: Readonly<Record<string, string>> = {}, more = {}) =>
    atTerminal([...args, "--space", space], { answers, variables: { ...variables, ...more } });
}

/** An editor that replaces the text it is given. */
function editorThatWrites(text: string): { readonly EDITOR: string } {
  writeFileSync(join(folder, "typed.md"), text);
  writeFolder(folder, { "editor.sh": `cp '${join(folder, "typed.md")}' "$1"\n` });
  return { EDITOR: `sh '${join(folder, "editor.sh")}'` };
}

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
  for (const [name, role] of [
    ["Rita", "review"],
    ["Ann", "admin"],
  ] as const) {
    const address = `${name.toLowerCase()}@example.com`;
    const added = await copydesk(["user", "add", address, "--name", name, "--role", role, "--data", data]);
    const user = added.stdout.trim();
    const made = await copydesk(["token", "create", "--name", "terminal", "--user", user, "--data", data]);
    tokens[name] = made.stdout.trim();
  }
  service = await serve(["--data", data]);
  agent = await connectAgent("SDK v2, modern", { url: service.ready.mcp ?? "" }, () => "accept");
});
afterAll(async () => {
  await agent?.close();
  await service?.stop();
});

it("an agent proposes, Ann comments, the agent amends, Rita approves and Ann merges, each in a terminal", async () => {
  const [ann, rita] = [terminalOf("Ann"), terminalOf("Rita")];
  const opened = await agent.call("open_change_request", { space, subject: "Explain quotas" });
  const number = found(/#(\d+)/, opened);
  const named = { space, change_request: number };
  const markdown = "Ten requests a second are allowed.";
  await agent.call("write_pages", { ...named, pages: [{ action: "create", title: "Quotas", markdown }] });

  expect((await ann(["changes"])).screen).toContain("Explain quotas");
  expect((await ann(["diff", number])).screen).toContain("+Ten requests a second are allowed.");
  const commented = await ann(["comment", "Since", "when?", "--change-request", number, "--page", "Quotas"]);
  expect(commented.screen).toContain("Posted comment");
  expect((await ann(["review", number, "request-changes"])).code).toBe(0);

  expect(await agent.call("list_comments", named)).toContain("Since when?");
  const edits = [{ old_text: "are allowed.", new_text: "are allowed since May." }];
  await agent.call("edit_page", { ...named, page: "Quotas", edits });

  expect((await rita(["diff", number])).screen).toContain("+Ten requests a second are allowed since May.");
  expect((await rita(["review", number, "approve"])).code).toBe(0);
  expect((await ann(["review", number, "approve"])).code).toBe(0);
  const merged = await ann(["merge", number], { [question]: "y" });
  expect([merged.code, merged.screen.includes("Merged change request")]).toEqual([0, true]);
  expect((await rita(["read", "Quotas"])).screen).toContain("are allowed since May.");
});

it("Ann opens a change request, edits a page in her editor, and resolves a conflict by hand", async () => {
  const ann = terminalOf("Ann");
  const theirs = await agent.call("open_change_request", { space, subject: "Twelve" });
  const other = { space, change_request: found(/#(\d+)/, theirs) };
  const before = "Ten requests a second are allowed since May.";
  const page = "Quotas";
  await agent.call("edit_page", { ...other, page, edits: [{ old_text: before, new_text: "Twelve requests." }] });

  const own = found(/change request #(\d+)/i, (await ann(["propose", "Eleven"])).screen);
  const draft = ["--change-request", own];
  const edited = await ann(["edit", page, ...draft], {}, editorThatWrites("Eleven requests.\n"));
  expect(edited.screen).toContain("+Eleven requests.");
  expect((await ann(["edit", page, ...draft], {}, { EDITOR: "true" })).screen).toContain("is unchanged");
  const left = await ann(["edit", page, ...draft], {}, { EDITOR: "false" });
  expect([left.code, left.screen.includes("nothing was changed")]).toEqual([1, true]);

  await agent.call("merge_change_request", other);
  const refused = await ann(["merge", own], { [question]: "y" });
  expect(refused.code).toBe(1);
  expect(refused.screen).toContain("Twelve requests.");
  expect(refused.screen).toContain(`copydesk update ${own}`);
  expect(refused.screen).not.toMatch(/<text-|"change_request"|_page/);

  expect((await ann(["update", own])).screen).toContain("1 conflict");
  await ann(["edit", page, ...draft], {}, editorThatWrites("Eleven or twelve requests.\n"));
  expect((await ann(["merge", own], { [question]: "y" })).code).toBe(0);
  expect((await ann(["read", page])).screen).toContain("Eleven or twelve requests.");
});

it("without a terminal, a page is edited from a file or a pipe and never emptied by accident", async () => {
  const own = found(/#(\d+)/, (await copydesk(["propose", "Piped", "--space", space, "--data", data])).stdout);
  const edit = ["edit", "Quotas", "--change-request", own, "--space", space, "--data", data];
  const refused = await copydesk(edit);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--from <file>")]);
  const file = join(folder, "quotas.md");
  writeFileSync(file, "Nine requests.\n");
  expect((await copydesk([...edit, "--from", file])).stdout).toContain("+Nine requests.");
});
