import { describe, expect, it } from "vitest";
import { masked } from "../tools/catalog/call-tool.ts";
import { ask } from "./ask.ts";
import { docsService } from "./docs-service.ts";

const requests = [
  { file: "update_docs_from_code_change", given: { change: "-const fee = 2;\n+const fee = 3;\n", space: "Guides" } },
  { file: "write_page", given: { subject: "Refunds", audience: "support agents" } },
  { file: "review_change_request", given: { change_request: "#9 Limits" } },
  { file: "triage_issue_clusters", given: {} },
  { file: "triage_one_cluster", name: "triage_issue_clusters", given: { cluster: "Refund takes too long" } },
  { file: "translate_space", given: { space: "guides", language: "German" } },
  { file: "publish_api_reference", given: { slug: "pets", url_or_file: "https://example.com/pets.yaml" } },
  { file: "find_broken_links_and_stale_pages", given: { space: "Guides" } },
] as const;

describe.each(requests)("the prompt $file", ({ file, given, ...more }) => {
  it("says what to do with which tools, and includes its subject", async () => {
    const texts = await ask(docsService(changes).client, "name" in more ? more.name : file, given);
    await expect(masked(`${texts.join("\n\n———\n\n")}\n`)).toMatchFileSnapshot(`texts/${file}.md`);
  });
});

/** What change request 9 changes. */
const changes = {
  "GET /v1/spaces/api/change-requests/api-9/changes": { changes: [], more: 0 },
  "GET /v1/spaces/api/change-requests/api-9/comments": { items: [] },
  "GET /v1/spaces/api/change-requests/api-9/reviews": { items: [] },
  "GET /v1/spaces/api/change-requests/api-9/requested-reviewers": { items: [] },
};
