import { expect, it } from "vitest";
import { openWorkspace } from "../support/platform-workspace.ts";
import { ask } from "./ask.ts";

it("the triage prompt on the embedded platform includes the clusters, or one with people's words", async () => {
  const { client, organization, platform } = await openWorkspace();
  const talk = (id: string, body: string) => ({
    id,
    parts: [{ type: "message" as const, role: "user" as const, body }],
  });
  await client.conversations.ingest({
    organizationId: organization,
    conversations: [
      talk("t1", "The webhook signature check fails."),
      talk("t2", "How is the signature of a webhook checked?"),
    ],
  });
  await platform.jobsSettled();
  const { items } = await client.issueClusters.list({ organizationId: organization });
  const all = (await ask(client, "triage_issue_clusters")).join("\n");
  expect(all).toContain(`(id ${items[0]?.id}, impact medium, 2 issues in 2 conversations`);
  const one = (await ask(client, "triage_issue_clusters", { cluster: items[0]?.label ?? "" })).join("\n");
  expect(one).toContain(`issue cluster ${items[0]?.id}`);
  expect(one).toContain("> How is the signature of a webhook checked?");
});
