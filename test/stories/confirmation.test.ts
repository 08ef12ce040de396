import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { type Agent, confirmationIn, connectAgent, found, hostKinds, type Way } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";

let service: Served;
beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
  service = await serve(["--data", data]);
});
afterAll(() => service.stop());

const wayOf = (transport: "stdio" | "HTTP"): Way =>
  transport === "stdio" ? { args: ["--data", data] } : { url: service.ready.mcp ?? "" };

/** A change request with one page edited, as the arguments that name it. */
async function draft(agent: Agent): Promise<{ space: string; change_request: string }> {
  const opened = await agent.call("open_change_request", { space, subject: "Say it better" });
  const named = { space, change_request: found(/#(\d+)/, opened) };
  await agent.call("write_pages", { ...named, pages: [{ action: "create", title: `Note ${named.change_request}` }] });
  return named;
}
const statusOf = (agent: Agent, named: { change_request: string }) =>
  agent.call("show_changes", { space, change_request: named.change_request });

it.each(hostKinds.filter(([kind]) => kind !== "SDK v2, modern"))(
  "a %s host over %s that fails to ask although it says it can gets previews from then on",
  async (kind, transport) => {
    const agent = await connectAgent(kind, wayOf(transport), () => {
      throw new Error("no window");
    });
    const named = await draft(agent);
    expect(await agent.refusal("merge_change_request", named)).toMatch(/^The host could not ask the person\./);
    expect(await statusOf(agent, named)).toContain(", open by ");
    expect(await agent.confirmed("merge_change_request", named)).toMatch(/^Merged change request #/);
    await agent.close();
  },
);

describe.each(hostKinds)("a %s host over %s that can ask a person", (kind, transport) => {
  const questions: string[] = [];
  let action: "accept" | "decline" | "cancel";
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(kind, wayOf(transport), (question) => {
      questions.push(question);
      return action;
    });
  });
  afterAll(() => agent.close());

  it("asks before a merge, showing its effect, and merges if the person agrees", async () => {
    action = "accept";
    const named = await draft(agent);
    questions.length = 0;
    expect(await agent.call("merge_change_request", named)).toMatch(/^Merged change request #/);
    expect(questions).toEqual([
      expect.stringMatching(
        /^Merge change request #\d+ "Say it better" \(\w+\), at revision \w+, into space "Tern handbook" \(\w+\), for all its readers: 1 page created\.(?: See it at http\S+)?$/,
      ),
    ]);
  });

  it.each(["decline", "cancel"] as const)("changes nothing if the person chooses to %s", async (said) => {
    action = said;
    const named = await draft(agent);
    expect(await agent.call("merge_change_request", named)).toBe(
      "The person declined. Nothing was changed. Do not try it another way.",
    );
    expect(await statusOf(agent, named)).toContain(", open by ");
  });
});

describe.each(hostKinds)("a %s host over %s that cannot ask", (kind, transport) => {
  it("gets a preview, and merges with its confirmation id, which works once", async () => {
    const agent = await connectAgent(kind, wayOf(transport));
    const named = await draft(agent);
    const preview = await agent.call("merge_change_request", named);
    expect(preview).toContain("Nothing was changed yet. This would happen:\nMerge change request #");
    const confirmation = confirmationIn(preview);
    expect(await agent.call("merge_change_request", { ...named, confirmation })).toMatch(/^Merged change request #/);
    expect(await agent.refusal("merge_change_request", { ...named, confirmation })).toContain("merged");
    await agent.close();
  });
});

// The validity of an id does not depend on the client, only on who stores it: a process for one host, or for all.
describe.each(["stdio", "HTTP"] as const)("a host over %s that cannot ask", (transport) => {
  const kind = "SDK v2, modern";

  it("cannot use its confirmation id if a page changed since, whichever tool merges", async () => {
    const agent = await connectAgent(kind, wayOf(transport));
    const named = await draft(agent);
    const page = { space, change_request: named.change_request, page: `Note ${named.change_request}` };
    const rewrite = async (text: string) => {
      const revision = found(/revision (\w+)/, await agent.call("read_page", page));
      const pages = [{ action: "replace", page: page.page, markdown: `# ${page.page}\n\n${text}`, revision }];
      await agent.call("write_pages", { ...named, pages });
    };
    const spaceId = found(/Tern handbook \(id (\w+)/, await agent.call("list_spaces", {}));
    const operation = {
      operation: "mergeChangeRequest",
      arguments: { spaceId, changeRequestId: named.change_request },
    };
    for (const [tool, input] of [["merge_change_request", named] as const, ["write_operation", operation] as const]) {
      const confirmation = confirmationIn(await agent.call(tool, input));
      await rewrite(`Changed behind ${tool}.`);
      expect(await agent.call(tool, { ...input, confirmation })).toContain("The confirmation id is not one for this");
    }
    expect(await statusOf(agent, named)).toContain(", open by ");
    await agent.close();
  });

  it("cannot use the id of another call, one that was changed, or one from before the draft changed", async () => {
    const agent = await connectAgent(kind, wayOf(transport));
    const [one, other] = [await draft(agent), await draft(agent)];
    const confirmation = confirmationIn(await agent.call("merge_change_request", one)) ?? "";
    const differs = "The confirmation id is not one for this call as it is now";
    expect(await agent.call("merge_change_request", { ...other, confirmation })).toContain(differs);
    const changed = `${confirmation.slice(0, -2)}${confirmation.endsWith("AA") ? "BB" : "AA"}`;
    expect(await agent.call("merge_change_request", { ...one, confirmation: changed })).toContain(differs);
    await agent.call("write_pages", { ...one, pages: [{ action: "create", title: "One more" }] });
    const again = await agent.call("merge_change_request", { ...one, confirmation });
    expect(again).toContain(differs);
    expect(again).toContain("2 pages created.");
    expect(await statusOf(agent, one)).toContain(", open by ");
    await agent.close();
  });
});

describe("the calls that require confirmation", () => {
  const connect = (...flags: string[]) => connectAgent("SDK v1", { args: ["--data", data, ...flags] });

  it("include deletions, by any tool, with the object's name and counts", async () => {
    const agent = await connect("--toolsets", "all");
    const made = await agent.call("write_operation", { operation: "createSpace", arguments: { title: "Doomed" } });
    const spaceId = found(/"id":"(\w+)"/, made);
    const long = await agent.call("delete_operation", { operation: "deleteSpaceById", arguments: { spaceId } });
    expect(long).toContain(`space "Doomed" (${spaceId}`);
    expect(await agent.call("delete_space_by_id", { spaceId })).toContain(`space "Doomed" (${spaceId}`);
    expect(await agent.confirmed("delete_space_by_id", { spaceId })).not.toContain("Nothing was changed");
    await agent.close();
  });

  it("do not exist with --confirm never", async () => {
    const agent = await connect("--confirm", "never");
    const named = await draft(agent);
    expect(await agent.call("merge_change_request", named)).toMatch(/^Merged change request #/);
    await agent.close();
  });

  it("are all changes with --confirm writes, but no reading and no trial", async () => {
    const agent = await connect("--confirm", "writes");
    const input = { space, subject: "Ask first" };
    expect(await agent.call("open_change_request", input)).toContain("Nothing was changed yet.");
    const opened = await agent.confirmed("open_change_request", input);
    const named = { space, change_request: found(/#(\d+)/, opened) };
    const pages = [{ action: "create", title: "Tried" }];
    expect(await agent.call("write_pages", { ...named, pages, dry_run: true })).not.toContain("confirmation");
    expect(await agent.call("write_pages", { ...named, pages })).toContain("Nothing was changed yet.");
    expect(await agent.call("show_changes", named)).toContain("It changes nothing yet.");
    await agent.close();
  });
});

/** Calls that a tool refuses, each with the beginning of the refusal. */
const refused: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ["write_operation", { operation: "deleteSpaceById", arguments: { spaceId: space } }, /Call delete_operation/],
  ["read_operation", { operation: "deleteSpaceById", arguments: { spaceId: space } }, /Call delete_operation/],
  ["read_operation", { operation: "updateSpaceById", arguments: { spaceId: space } }, /Call write_operation/],
  ["delete_operation", { operation: "publishSite", arguments: { siteId: "none" } }, /Call write_operation/],
  ["write_operation", { operation: "publishSites", arguments: {} }, /There is no operation/],
  ["write_operation", { operation: "updateSpaceById", arguments: { spaceId: space, editMode: "open" } }, /editMode/],
  ["delete_operation", { operation: "deleteSpaceById", arguments: { spaceId: "nowhere" } }, /nowhere/],
  [
    "delete_operation",
    { operation: "deleteSiteById", arguments: { siteId: "none" } },
    /switched off|nothing|no site|none/,
  ],
  ["merge_change_request", { space, change_request: "9999" }, /9999/],
];

describe.each(["destructive", "writes"] as const)("what is refused anyway, with --confirm %s,", (policy) => {
  it.each(hostKinds)(
    "is refused without asking, by a %s host over %s",
    { timeout: 120_000 },
    async (kind, transport) => {
      const limits = ["--confirm", policy, "--exclude-tools", "deleteSiteById"];
      const own = transport === "HTTP" ? await serve(["--data", data, ...limits]) : undefined;
      const way: Way = own === undefined ? { args: ["--data", data, ...limits] } : { url: own.ready.mcp ?? "" };
      const questions: string[] = [];
      const asking = await connectAgent(kind, way, (question) => {
        questions.push(question);
        return "accept";
      });
      const mute = await connectAgent(kind, way);
      for (const [tool, input, refusal] of refused) {
        expect(await asking.refusal(tool, input), `${tool} ${JSON.stringify(input)}`).toMatch(refusal);
        expect(await mute.refusal(tool, input), `${tool} ${JSON.stringify(input)}`).toMatch(refusal);
      }
      expect(questions).toEqual([]);
      await asking.close();
      await mute.close();
      await own?.stop();
    },
  );
});
