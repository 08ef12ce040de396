import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, temporaryFolder } from "../cli/program.ts";
import { type Agent, connectAgent, found } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";

const talk = (id: string, text: string) => ({ id, messages: [{ role: "user", text }] });
const asked = [
  talk("t1", "How tight must each bolt of the mast be? The station fell over. Mail me at mia@example.com"),
  talk("t2", "The bolts of our mast come loose in a storm, what torque do they need?"),
  talk("t3", "Bolts of the mast: which torque?"),
  talk("t4", "Thanks, all good!"),
];

describe("an agent that triages conversations", () => {
  let agent: Agent;
  let cluster = "";

  beforeAll(async () => {
    await writeFiles(join(folder, "docs"), handbook);
    await copydesk(["import", join(folder, "docs"), "--data", data]);
    agent = await connectAgent("SDK v2, modern", { args: ["--data", data] });
  });
  afterAll(() => agent.close());

  it("ingests them, and finds what they have in common", async () => {
    expect(await agent.call("ingest_conversations", { conversations: asked })).toContain("Sent 4 conversations");
    let list = "";
    for (let wait = 0; wait < 100 && !list.includes("bolt"); wait += 1) {
      await sleep(200);
      list = (await agent.call("list_issue_clusters")).toLowerCase();
    }
    expect(list).toMatch(/- .*\b(?:bolts?|mast)\b.* \(id \w{20}, impact \w+, 3 issues in 3 conversations/);
    const ids = await agent.call("list_issue_clusters");
    cluster = found(/\(id (\w{20}), impact/, ids);
  });

  it("reads what people wrote without their addresses, and the pages that should have helped", async () => {
    const shown = await agent.call("list_issue_clusters", { cluster });
    expect(shown).toContain("without a language model");
    expect(shown).toContain("> The bolts of our mast come loose in a storm");
    expect(shown).toContain("Mail me at [email]");
    expect(shown).not.toContain("mia@example.com");
    expect(shown).toMatch(/Pages that a search for its label finds:\n<text-\w+>\n- Stations > Set up a station \(id /);
  });

  it("opens a change request that stays linked, and mutes the cluster", async () => {
    const opened = await agent.call("open_change_request", {
      space,
      subject: "Name the torque",
      issue_cluster: cluster,
    });
    expect(opened).toContain("It is linked to issue cluster");
    expect(await agent.call("list_issue_clusters", { cluster })).toMatch(
      /Change requests for it:\n- #1 "Name the torque" \(open, space \w{20}\)/,
    );
    expect(await agent.call("update_issue_cluster", { cluster, muted: true })).toContain("is muted");
    expect(await agent.call("list_issue_clusters")).toMatch(/^No issue cluster of .* that is not muted\./);
  });
});
