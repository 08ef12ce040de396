import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, type Ended, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { connect } from "../server/clients.ts";
import { canary, injections } from "../tools/untrusted/injections.ts";
import { leaksIn, leaksInName, unseen } from "../tools/untrusted/leaks.ts";
import { type Agent, connectAgent, fenced, found, hostKinds, type Way } from "./agents.ts";
import { writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const planted = injections.filter(({ text }) => text.length < 20_000 && !/\p{Cs}|\0/u.test(text));

/** As a file's name can have it. */
const fileName = (text: string) => text.replaceAll("/", "∕").slice(0, 60);

/** A repository of a team to which a stranger has written. */
const repository: Readonly<Record<string, string>> = {
  "README.md": "# Handbook\n\nAll is well.\n",
  ...Object.fromEntries(
    planted.map(({ text }, at) => [
      `${at} ${fileName(text)}.md`,
      `---\ndescription: ${JSON.stringify(text)}\n---\n\n# ${text}\n\nBody of ${text}\n\n## ${text}\n\n${text}\n`,
    ]),
  ),
};

let imported: Ended;
let service: Served;
let space: string;
beforeAll(async () => {
  await writeFiles(join(folder, "docs"), repository);
  imported = await copydesk(["import", join(folder, "docs"), "--data", data]);
  service = await serve(["--data", data, "--log-level", "debug"]);
  const agent = await connectAgent("SDK v1", { url: service.ready.mcp ?? "" });
  space = found(/\(id (\w+)/, await agent.call("list_spaces"));
  for (const { text } of planted.slice(0, 8)) {
    await agent.call("open_change_request", { space, subject: text.slice(0, 100), description: text.slice(0, 5000) });
  }
  const instructions = planted
    .map(({ text }) => text)
    .join("\n\n")
    .slice(0, 15_000);
  await agent.call("write_operation", {
    operation: "updateOrganizationAgentInstructions",
    arguments: { instructions },
  });
  await agent.close();
});
afterAll(async () => {
  const { stderr } = await service.stop();
  expect(stderr).not.toContain(canary);
  expect(stderr).not.toMatch(unseen);
});

const wayOf = (transport: "stdio" | "HTTP"): Way =>
  transport === "stdio" ? { args: ["--data", data] } : { url: service.ready.mcp ?? "" };

/** The ids in the lines of a list of pages. */
const pageIds = (listed: string) => [...listed.matchAll(/\bid (\w{20})\b/g)].map(([, id = ""]) => id);

/** The pages of the space, all parts of the list. */
async function listAll(agent: Agent): Promise<string[]> {
  const answers: string[] = [];
  for (let cursor: string | undefined; answers.length === 0 || cursor !== undefined; ) {
    const answer = await agent.call("list_pages", { space, ...(cursor === undefined ? {} : { cursor }) });
    cursor = /"cursor": "([^"]+)"/.exec(answer)?.[1];
    answers.push(answer);
  }
  return answers;
}

describe.each(hostKinds)("a %s host over %s", (kind, transport) => {
  it("gets text by others only as data, from tools and from resources", async () => {
    const agent = await connectAgent(kind, wayOf(transport));
    const lists = await listAll(agent);
    const ids = lists.flatMap(pageIds);
    expect(ids.length).toBeGreaterThanOrEqual(planted.length);
    const answers = [
      ...lists,
      await agent.call("search_docs", { query: canary, limit: 50 }),
      await agent.call("list_spaces"),
      await agent.call("show_changes"),
      await agent.call("show_changes", { space, change_request: "2" }),
      await agent.call("show_organization", { about: "agent_instructions" }),
      await agent.call("read_operation", { operation: "listPages", arguments: { spaceId: space } }),
      await agent.refusal("read_page", { space, page: `${canary} no such page` }),
      await agent.refusal("show_changes", { space, change_request: canary }),
      await agent.read(`docs://spaces/${space}`),
      await agent.read(`docs://spaces/${space}/change-requests/2`),
    ];
    for (const page of ids.slice(0, 12)) {
      answers.push(await agent.call("read_page", { space, page, format: "outline" }));
      const answer = await agent.call("read_page", { space, page });
      answers.push(answer, await agent.read(`docs://spaces/${space}/pages/${page}`));
      if (answer.includes(canary)) expect(fenced(answer)).toContain(canary);
    }
    expect(answers.filter((answer) => answer.includes(canary)).length).toBeGreaterThan(answers.length - 8);
    // The agent's own words are repeated in a refusal.
    const own = JSON.stringify(canary).slice(0, -1);
    expect(
      answers
        .map((answer) => answer.replaceAll(`page ${own}`, 'page "').replaceAll(`request ${own}`, 'request "'))
        .flatMap((answer) => leaksIn(answer)),
    ).toEqual([]);
    const names = (await agent.resources()).flatMap(({ name }) => leaksInName(name));
    expect(names).toEqual([]);
    await agent.close();
  });
});

describe("what a host is told up front", () => {
  it.each(["v1", "v2 legacy", "v2 modern"] as const)(
    "has the house rules fenced, and no other text of others (%s)",
    async (kind) => {
      const client = await connect(kind, new URL(service.ready.mcp ?? ""));
      const instructions = client.instructions() ?? "";
      expect(instructions).toContain(canary);
      expect(leaksIn(instructions)).toEqual([]);
      expect(JSON.stringify(await client.listTools())).not.toContain(canary);
      expect(JSON.stringify(await client.listResourceTemplates())).not.toContain(canary);
      await client.close();
    },
  );
});

it("notes of an import name files on one line each, without control characters", async () => {
  const hostile = join(folder, "hostile");
  await writeFiles(hostile, {
    "README.md": "# A\n\n[x](missing\u001b[31m\u202e.md)\n",
    "bad\u001b[2J\u202e\nerror: faked.md": new Uint8Array([0x23, 0x20, 0xff, 0x00]),
    "other\u001b[2J\u202e.md": "---\nfoo: [\n---\n# T\n",
  });
  const { stderr } = await copydesk(["import", hostile, "--data", join(folder, "other")]);
  expect(stderr).not.toMatch(unseen);
  expect(stderr).toContain("bad\\u{1b}[2J\\u{202e}\\nerror: faked.md contains binary data");
  expect(stderr.match(/^Note: /gm)?.length).toBe(3);
  const missing = await copydesk(["import", join(folder, "no\u001b[2Jwhere"), "--data", join(folder, "other")]);
  expect(missing.stderr).toContain("no\\u{1b}[2Jwhere");
});

it("an import's output to a terminal contains no control characters", () => {
  expect(imported.code).toBe(0);
  expect(`${imported.stdout}${imported.stderr}`.replace(/\r/g, "\n")).not.toMatch(unseen);
});
