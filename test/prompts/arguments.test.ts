import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { ask } from "./ask.ts";
import { docsService } from "./docs-service.ts";

const space = "find_broken_links_and_stale_pages";
const { client } = docsService();

describe("an invalid argument", () => {
  it.each([
    [
      "an unknown prompt",
      "write_pages",
      {},
      /^There is no prompt "write_pages"\. There are: update_docs_from_code_change, /,
    ],
    [
      "an unknown argument",
      "write_page",
      { subject: "x", spaec: "y" },
      /^write_page takes no argument "spaec"\. Did you mean space\? It takes: subject, space, audience\.$/,
    ],
    [
      "an argument of every object",
      "write_page",
      { subject: "x", constructor: "y" },
      /^write_page takes no argument "constructor"/,
    ],
    ["a missing text", "write_page", {}, /^subject: it is required\. What the page is about\.$/],
    ["a blank one", "write_page", { subject: " \n" }, /^subject: it is required\./],
    [
      "a missing space",
      space,
      {},
      /^space: it is required\. .* There are:\n- "Guides" \(id guides\)\n- "API docs" \(id api\)$/,
    ],
    [
      "a space there is not",
      space,
      { space: "Guidelines" },
      /^space: There is no space "Guidelines"\. There are:\n- "Guides" \(id guides\)/,
    ],
    [
      "a space that two fit",
      space,
      { space: "i" },
      /^space: 2 spaces match "i"\. Name one by its id:\n- "Guides" \(id guides\)\n- "API docs" \(id api\)$/,
    ],
    ["a long name", space, { space: "x".repeat(501) }, /^space: it has 501 characters, and at most 500 are taken\.$/],
    [
      "a language there is not",
      "translate_space",
      { space: "guides", language: "Klingon" },
      /^language: There is no language "Klingon"\. There are:\n- /,
    ],
    [
      "a slug with a blank",
      "publish_api_reference",
      { slug: "my pets", url_or_file: "x" },
      /^slug: "my pets" cannot be one: a slug has only letters/,
    ],
    [
      "a cluster there is not",
      "triage_issue_clusters",
      { cluster: "Exports" },
      /^cluster: There is no issue cluster "Exports"\. There are:\n- "Export fails" \(id c2\)/,
    ],
    [
      "an organization there is not",
      "triage_issue_clusters",
      { organization: "Apex" },
      /^organization: There is no organization "Apex"\. There are:\n- "Acme" \(id acme\)/,
    ],
    [
      "a change request there is not",
      "review_change_request",
      { change_request: "Colors" },
      /^change_request: There is no open change request "Colors"\. There are:\n- /,
    ],
    [
      "a number two spaces have",
      "review_change_request",
      { change_request: "#7" },
      /^change_request: Several spaces have a change request #7\. Fill in the space too\. There are:\n- "Fees" \("#7 of space guides", id guides-7\)\n- "Errors" \("#7 of space api", id api-7\)$/,
    ],
    [
      "a number no space has",
      "review_change_request",
      { change_request: "8" },
      /^change_request: No open change request is #8\. Fill in the space too\. There are:\n/,
    ],
    [
      "one of another space",
      "review_change_request",
      { change_request: "Limits", space: "guides" },
      /^change_request: There is no change request "Limits" in space guides\. Open and draft ones:\n- "Fees"/,
    ],
  ])("is reported with what could be meant: %s", async (_what, name, given, message) => {
    await expect(ask(client, name, given)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });

  it("is reported as missing if the service has no values for it", async () => {
    const without = createClient({
      baseUrl: "https://docs.example.com",
      fetch: async () => Response.json({ error: { code: 501, message: "Not here" } }, { status: 501 }),
    });
    const asked = ask(without, "publish_api_reference", {});
    await expect(asked).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^slug: it is required/),
    });
  });

  it("is shown with its invisible characters escaped", async () => {
    const [text] = await ask(client, "write_page", { subject: "a\u202eb" });
    expect(text).toContain('a documentation page about "a\\u{202e}b".');
  });

  it("is distinguished from a failing service", async () => {
    const failing = createClient({
      baseUrl: "https://docs.example.com",
      fetch: async () => Response.json({ error: { code: 403, message: "Not yours" } }, { status: 403 }),
    });
    await expect(ask(failing, space, { space: "guides" })).rejects.toMatchObject({ code: -32603 });
  });
});

describe("an argument", () => {
  const first = async (name: string, given: Readonly<Record<string, string>>) =>
    (await ask(client, name, given))[0] ?? "";

  it.each(["guides", "Guides", "guid", "https://docs.example.com/o/acme/s/guides/billing", "docs://spaces/guides"])(
    "may name a space as %s",
    async (written) => {
      expect(await first(space, { space: written })).toContain("in space guides:");
    },
  );

  it.each([
    ["Limits", undefined, "#9 of space api"],
    ["#9 Whatever it was called", undefined, "#9 of space api"],
    ["9", undefined, "#9 of space api"],
    ["7", "Guides", "#7 of space guides"],
    ["#7", "api", "#7 of space api"],
    ["https://docs.example.com/o/acme/s/api/~/changes/9", undefined, "#9 of space api"],
  ])("may name a change request as %s with space %s", async (written, space, expected) => {
    const given = { change_request: written, ...(space === undefined ? {} : { space }) };
    expect(await first("review_change_request", given)).toMatch(`Review change request ${expected} `);
  });

  it.each(["German", "german", "de", "DE", " de "])("may name a language as %j", async (written) => {
    expect(await first("translate_space", { space: "guides", language: written })).toContain("into German (de).");
  });

  it("is left to the agent to find out if it is optional and missing", async () => {
    expect(await first("update_docs_from_code_change", { change: "x", space: "" })).toContain(
      "No space was named: find out which ones it concerns.",
    );
    const open = await first("write_page", { subject: "Refunds" });
    expect(open).toContain(
      "Find out first which space it belongs in: propose one and let the person confirm; who it is for",
    );
    expect(open).toContain("1. See what spaces there are: list_spaces.");
  });

  it("is asked of the person if it is missing and there are several organizations", async () => {
    const several = {
      "GET /v1/orgs": {
        items: [
          { id: "acme", title: "Acme" },
          { id: "beta", title: "Beta" },
        ],
      },
    };
    const none = {
      "GET /v1/orgs/beta/spaces": { items: [] },
      "GET /v1/orgs/beta/conversations-clusters": { items: [] },
    };
    const both = docsService({ ...several, ...none }).client;
    expect((await ask(both, "triage_issue_clusters"))[0]).toContain("There are several organizations: ask the person");
    expect((await ask(both, "triage_issue_clusters", { organization: "acme" }))[0]).toContain(
      "Work in organization acme.",
    );
    expect((await ask(both, "triage_issue_clusters", { cluster: "Export" }))[0]).toContain("issue cluster c2");
    expect((await ask(both, "publish_api_reference", { slug: "pets", url_or_file: "a.yaml" }))[0]).toContain(
      "There are several organizations: ask the person",
    );
  });

  it("is read by the agent if it is a file, and by the service if it is a URL", async () => {
    const handIn = async (source: string) =>
      (await first("publish_api_reference", { slug: "pets", url_or_file: source })).split("\n").slice(3, 5).join("\n");
    expect(await handIn("https://example.com/pets.yaml")).toContain('"url": "https://example.com/pets.yaml".');
    expect(await handIn("api/pets.yaml")).toContain('2. Read the file "api/pets.yaml": with your own tools for files.');
    expect(await handIn("file:///etc/passwd")).toContain('2. Read the file "file:///etc/passwd"');
  });
});
