import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/program.ts";
import { type GitServer, startGitServer } from "../platform/exchange/git/git-server.ts";
import { type Agent, confirmationIn, connectAgent } from "./agents.ts";

const folder = temporaryFolder();
const space = "Handbook";
const password = "hunter2-hunter2";

/** An agent with an empty space, and a repository that requires credentials. */
async function desk(name: string): Promise<{ agent: Agent; server: GitServer; url: string }> {
  const agent = await connectAgent("SDK v2, modern", {
    args: ["--data", join(folder, name), "--git-hosts", "127.0.0.1"],
  });
  await agent.call("write_operation", { operation: "createSpace", arguments: { title: space } });
  const server = await startGitServer({ credentials: `ada:${password}` });
  server.commit({ "README.md": "# Welcome\n\nHello.\n", "moss.md": "# Moss\n\nGreen.\n" });
  return { agent, server, url: server.url.replace("//", `//ada:${password}@`) };
}

async function edit(agent: Agent, old_text: string, new_text: string): Promise<void> {
  const opened = await agent.call("open_change_request", { space, subject: "Moss" });
  const draft = { space, change_request: /#(\d+)/.exec(opened)?.[1] ?? "" };
  await agent.call("edit_page", { ...draft, page: "moss", edits: [{ old_text, new_text }] });
  await agent.confirmed("merge_change_request", draft);
}

it("an agent keeps a space in sync with a repository that others write to", async () => {
  const { agent, server, url } = await desk("step");
  const asked = await agent.call("sync_git", { space, direction: "import", url, branch: "main" });
  expect(asked).toContain(`Import branch "main" of "${server.url}" into space "Handbook"`);
  expect(asked).not.toContain(password);
  const imported = await agent.call("sync_git", {
    space,
    direction: "import",
    url,
    branch: "main",
    confirmation: confirmationIn(asked),
  });
  expect(imported).toContain("In the space: 2 pages created.");
  expect(imported).not.toContain(password);
  expect(await agent.call("read_page", { space, page: "moss" })).toContain("Green.");

  await edit(agent, "Green.", "Deep green.");
  expect(await agent.call("sync_git", { space })).toContain(
    "Since then the space has changes that an export would write.",
  );
  const exported = await agent.confirmed("sync_git", { space, direction: "export", url, message: "Say which green" });
  expect(exported).toContain(`at commit ${server.git("rev-parse", "main").trim()}`);
  expect(server.files()["moss.md"]).toBe("# Moss\n\nDeep green.\n");
  expect(server.git("log", "-1", "--format=%s", "main").trim()).toBe("Say which green");

  server.commit({ "README.md": "# Welcome\n\nGood day.\n" });
  expect(await agent.confirmed("sync_git", { space, direction: "import", url })).toContain(
    "In the space: 1 page edited.",
  );
  await agent.close();
});

it("an agent is told what to do when both sides changed the same, without the password", async () => {
  const { agent, server, url } = await desk("conflict");
  const said: string[] = [];
  const refused = async (input: object) => {
    const preview = await agent.call("sync_git", { space, ...input });
    const text = await agent.refusal("sync_git", { space, ...input, confirmation: confirmationIn(preview) });
    said.push(preview, text);
    return text;
  };
  const unasked = async (input: object) => {
    const text = await agent.refusal("sync_git", { space, direction: "import", ...input });
    said.push(text);
    return text;
  };
  expect(await unasked({ url, branch: "docs" })).toContain('There are \\"main\\".');
  expect(await unasked({ url: server.url, branch: "main" })).toContain("a user name and a token");
  expect(await unasked({ url: "https://10.0.0.7/docs.git", branch: "main" })).toContain("git-hosts");
  await agent.confirmed("sync_git", { space, direction: "import", url, branch: "main" });
  await edit(agent, "Green.", "Deep green.");
  server.commit({ "moss.md": "# Moss\n\nBrown.\n" });
  expect(await refused({ direction: "export", url, message: "Say which green" })).toContain(
    'What to do: sync_git with "direction": "import" first',
  );
  const conflict = await refused({ direction: "import", url });
  expect(conflict).toContain('\\"Moss\\"');
  expect(conflict).toContain('export" and a "branch" that is not there yet');

  await agent.confirmed("sync_git", { space, direction: "export", url, branch: "greens", message: "Say which green" });
  server.commit({ "moss.md": "# Moss\n\nDeep green, brown in summer.\n" }, { branch: "greens" });
  expect(await agent.confirmed("sync_git", { space, direction: "import", url })).toContain("1 page edited");
  expect(await agent.call("read_page", { space, page: "moss" })).toContain("Deep green, brown in summer.");
  expect(said.join("\n")).not.toContain(password);
  await agent.close();
});

it("an agent that calls twice at once gets the result of the first call", async () => {
  const { agent, server, url } = await desk("twice");
  await agent.confirmed("sync_git", { space, direction: "import", url, branch: "main" });
  await edit(agent, "Green.", "Deep green.");
  const given: Record<string, unknown>[] = [
    { space, direction: "export", url, branch: "main", message: "Say which green" },
    { space, direction: "import", url, branch: "main" },
  ];
  const calls = await Promise.all(
    given.map(async (input) => ({ ...input, confirmation: confirmationIn(await agent.call("sync_git", input)) })),
  );
  // Both check the repository first, so either may be the one that begins.
  const answers = await Promise.all(
    calls.map((call) => agent.call("sync_git", call).catch((error: Error) => error.message)),
  );
  const refused = answers.filter((answer) => answer.startsWith("Nothing was started:"));
  expect(refused).toEqual([
    expect.stringMatching(/^Nothing was started: (another call of sync_git|an (export|import) of space)/),
  ]);
  if (answers[1] === refused[0]) {
    expect(answers[0]).toContain(`at commit ${server.git("rev-parse", "main").trim()}`);
  } else expect(answers[1]).toContain("has all of");
  await agent.close();
});
