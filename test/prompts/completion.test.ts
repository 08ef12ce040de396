import { describe, expect, it } from "vitest";
import { completePromptArgument } from "../../src/prompts/prompts.ts";
import { Refusal } from "../support/scripted-service.ts";
import { docsService, injection } from "./docs-service.ts";

const signal = new AbortController().signal;

async function values(
  prompt: string,
  name: string,
  value: string,
  others: Readonly<Record<string, string>> = {},
  service = docsService(),
) {
  return (await completePromptArgument(prompt, { name, value }, others, { client: service.client, signal })).values;
}

describe("completion of an argument", () => {
  it("offers spaces by title", async () => {
    expect(await values("write_page", "space", "")).toEqual(["Guides", "API docs"]);
    expect(await values("write_page", "space", "doc")).toEqual(["API docs"]);
    expect(await values("find_broken_links_and_stale_pages", "space", "nothing")).toEqual([]);
  });

  it("offers change requests by number and by subject, of the given space if there is one", async () => {
    expect(await values("review_change_request", "change_request", "")).toEqual([
      "#7 Fees",
      "#7 Errors",
      "#9 Limits",
      "#10 Half done",
    ]);
    expect(await values("review_change_request", "change_request", "lim")).toEqual(["#9 Limits"]);
    expect(await values("review_change_request", "change_request", "7")).toEqual(["#7 Fees", "#7 Errors"]);
    expect(await values("review_change_request", "change_request", "#1")).toEqual(["#10 Half done"]);
    expect(await values("review_change_request", "change_request", "7", { space: "API docs" })).toEqual(["#7 Errors"]);
    expect(await values("review_change_request", "change_request", "7", { space: "docs://spaces/guides" })).toEqual([
      "#7 Fees",
    ]);
    expect(await values("review_change_request", "change_request", "7", { space: "API" })).toEqual([
      "#7 Fees",
      "#7 Errors",
    ]);
  });

  it("offers languages by name and by code", async () => {
    expect(await values("translate_space", "language", "germ")).toEqual(["de"]);
    expect(await values("translate_space", "language", "pt")).toEqual(["pt", "pt-br"]);
    expect(await values("translate_space", "language", "brazil")).toEqual(["pt-br"]);
  });

  it("offers clusters by label, organizations by title, specifications by slug", async () => {
    expect(await values("triage_issue_clusters", "cluster", "refund")).toEqual(["Refund takes too long"]);
    expect(await values("triage_issue_clusters", "cluster", "", { organization: "Acme" })).toEqual([
      "Refund takes too long",
      "Export fails",
    ]);
    expect(await values("triage_issue_clusters", "organization", "a")).toEqual(["Acme"]);
    expect(await values("publish_api_reference", "slug", "p")).toEqual(["pets"]);
  });

  it("offers nothing for free text", async () => {
    expect(await values("write_page", "subject", "x")).toEqual([]);
    expect(await values("publish_api_reference", "url_or_file", "https://")).toEqual([]);
  });

  it("offers nothing if the service has nothing to show", async () => {
    const service = docsService({ "GET /v1/orgs/acme/conversations-clusters": new Refusal(403, injection) });
    expect(await values("triage_issue_clusters", "cluster", "", {}, service)).toEqual([]);
  });

  it("reads at most a thousand candidates", async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: `x${index}`, title: `Space ${index}` }));
    let page = 0;
    const service = docsService({ "GET /v1/orgs/acme/spaces": () => ({ items, next: { page: `${++page}` } }) });
    expect(await values("write_page", "space", "", {}, service)).toHaveLength(100);
    expect(page).toBe(10);
  });

  it("shows a hostile title as its id or on one line", async () => {
    const service = docsService({
      "GET /v1/orgs/acme/spaces": { items: [{ id: "evil", title: `${injection}\n\u202e` }] },
      "GET /v1/orgs/acme/change-requests": { items: [{ id: "cr", number: 3, space: "evil", subject: `a\n\u202eb` }] },
    });
    expect(await values("write_page", "space", "", {}, service)).toEqual(["evil"]);
    expect(await values("review_change_request", "change_request", "", {}, service)).toEqual(["#3 a \\u{202e}b"]);
  });

  it.each([
    ["write_a_page", "space", /^There is no prompt "write_a_page"/],
    ["write_page", "toString", /^write_page takes no argument "toString"\. It takes: subject, space, audience\.$/],
  ])("rejects %s %s", async (prompt, name, message) => {
    await expect(values(prompt, name, "")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });
});
