import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { addColleague } from "../support/colleague.ts";
import { connectAgent, found } from "./agents.ts";
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

it("an administrator requires reviews through the API; an agent is told what its merge lacks, gets it and merges", async () => {
  const token = (await copydesk(["token", "create", "--name", "admin", "--data", data])).stdout.trim();
  const client = createClient({ baseUrl: (service.ready.api ?? "").replace(/\/v1$/, ""), token });
  const [organization] = (await client.organizations.list({})).items;
  const [{ id: spaceId } = { id: "" }] = (await client.spaces.list({ organizationId: organization?.id ?? "" })).items;
  const rules = [{ rule: "require_at_least_one_approved_review" }, { rule: "require_all_reviews_approved" }] as const;
  await client.organizations.update({
    organizationId: organization?.id ?? "",
    mergeRules: { type: "rules", rules: [...rules] },
  });

  const agent = await connectAgent("SDK v2, modern", { url: service.ready.mcp ?? "" }, () => "accept");
  const opened = await agent.call("open_change_request", { space, subject: "Add a note" });
  const named = { space, change_request: found(/#(\d+)/, opened) };
  await agent.call("write_pages", { ...named, pages: [{ action: "create", title: "Note" }] });

  const refused = await agent.refusal("merge_change_request", named);
  expect(refused).toContain("(1) It needs approval");
  expect(refused).toContain("It needs approval by a user with at least the role");
  expect(refused).toContain("update_change_request");

  const { id: user } = await client.users.getAuthenticated({});
  const reviewer = await addReviewer(organization?.id ?? "");
  const names = { spaceId, changeRequestId: named.change_request };
  await client.reviews.request({ ...names, users: [reviewer.user] });
  expect(await agent.call("show_changes", named)).toContain('Reviews: awaited from "Rita".');

  await reviewer.client.reviews.submit({
    ...names,
    status: "changes-requested",
    comment: { markdown: "Say **why**." },
  });
  const discussion = await agent.call("list_comments", named);
  expect(discussion).toContain('"Rita" asks for changes');
  expect(discussion).toContain("Say **why**.");
  expect(await agent.refusal("merge_change_request", named)).toContain(
    "Everyone who reviewed it or was requested to must approve it",
  );

  await agent.call("post_comment", { ...named, verdict: "approved" });
  expect(await agent.refusal("merge_change_request", named)).toContain("your own does not count");

  await reviewer.client.reviews.submit({ ...names, status: "approved" });
  expect(await agent.call("merge_change_request", named)).toMatch(/^Merged change request #/);
  const merged = await client.changeRequests.get(names);
  expect([merged.status, merged.mergedBy?.id]).toEqual(["merged", user]);
  const { mergedFrom, changes } = await client.revisions.listChanges({
    spaceId,
    revisionId: merged.revisionMerged ?? "",
  });
  expect([mergedFrom?.number, changes.map(({ type }) => type)]).toEqual([merged.number, ["page_created"]]);
  await agent.close();
});

/** A second person, whom the running service knows at once. */
async function addReviewer(organization: string) {
  const database = await openDatabase(data);
  try {
    const now = () => new Date().toISOString();
    const { user, token } = await addColleague({ database, now }, organization, { role: "review", name: "Rita" });
    return { user, client: createClient({ baseUrl: (service.ready.api ?? "").replace(/\/v1$/, ""), token }) };
  } finally {
    await database.close();
  }
}
