import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectHost, type Host, type Message } from "./host.ts";
import { canary, injections } from "./injections.ts";
import { leaksIn, leaksInName } from "./leaks.ts";
import { plantedClient } from "./planted-client.ts";
import { everythingService } from "./service.ts";

const uris = [
  "docs://orgs/acme",
  "docs://orgs/acme/agent-instructions",
  "docs://orgs/acme/openapi/petstore",
  "docs://orgs/acme/issue-clusters/k1",
  "docs://spaces/guides",
  "docs://spaces/guides/pages/billing1",
  "docs://spaces/guides/pages/group1",
  "docs://spaces/guides/change-requests/7",
  "docs://spaces/guides/change-requests/7/pages/billing1",
];

/** Ids, since a title is planted. */
const prompts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  update_docs_from_code_change: { change: "-2\n+3\n", space: "guides" },
  write_page: { subject: "Refunds", space: "guides" },
  review_change_request: { change_request: "7", space: "guides" },
  triage_issue_clusters: { cluster: "k1" },
  translate_space: { space: "guides", language: "de" },
  publish_api_reference: { slug: "petstore", url_or_file: "https://example.com/pets.yaml" },
  find_broken_links_and_stale_pages: { space: "guides" },
};

/** Arguments that match nothing, so that the refusal lists what exists. */
const mistaken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  write_page: { subject: "Refunds", space: "No such space" },
  review_change_request: { change_request: "No such subject", space: "guides" },
  triage_issue_clusters: { cluster: "No such label" },
  translate_space: { language: "de" },
};

const textsOf = ({ result }: Message) =>
  (result?.messages as readonly { content: { text: string } }[] | undefined)?.map(({ content }) => content.text) ?? [];

interface Listed {
  readonly name: string;
  readonly title?: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly arguments?: readonly { readonly name: string }[];
}
async function listed(host: Host, method: string, member: string): Promise<readonly Listed[]> {
  const { result } = await host.request(method);
  return (result?.[member] ?? []) as readonly Listed[];
}

describe.each(injections)("$name, everywhere people can write,", ({ text: planted }) => {
  let host: Host;
  beforeAll(async () => {
    host = await connectHost(plantedClient(everythingService(), planted));
  });
  afterAll(() => host.close());

  it("is only data in every resource", async () => {
    const leaks: string[] = [];
    for (const uri of uris) {
      const { result, error } = await host.request("resources/read", { uri });
      const [content] = (result?.contents ?? []) as readonly { text: string }[];
      if (content === undefined || !content.text.includes(canary))
        leaks.push(`${uri} has no planted text: ${error?.message}`);
      else leaks.push(...leaksIn(content.text).map((leak) => `${uri}: ${leak}`));
    }
    expect(leaks).toEqual([]);
  });

  it("is only a short name in the list of resources and in completions", async () => {
    const names: string[] = [];
    for (const { name, title = "" } of await listed(host, "resources/list", "resources")) names.push(name, title);
    expect(names.length).toBeGreaterThan(4);
    for (const { uriTemplate = "" } of await listed(host, "resources/templates/list", "resourceTemplates")) {
      for (const [, name] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
        const argument = { name, value: "" };
        const context = { arguments: { org: "acme", space: "guides", number: "7" } };
        const { result } = await host.request("completion/complete", {
          ref: { type: "ref/resource", uri: uriTemplate },
          argument,
          context,
        });
        names.push(...(result as { completion: { values: string[] } }).completion.values);
      }
    }
    for (const { name: prompt, arguments: all = [] } of await listed(host, "prompts/list", "prompts")) {
      for (const { name } of all) {
        const { result } = await host.request("completion/complete", {
          ref: { type: "ref/prompt", name: prompt },
          argument: { name, value: "" },
        });
        names.push(...(result as { completion: { values: string[] } }).completion.values);
      }
    }
    expect(names.flatMap(leaksInName)).toEqual([]);
  });

  it("is only data in every prompt", async () => {
    const leaks: string[] = [];
    for (const [name, given] of Object.entries(prompts)) {
      const answer = await host.request("prompts/get", { name, arguments: given });
      const texts = textsOf(answer);
      if (!texts.some((text) => text.includes(canary)))
        leaks.push(`${name} has no planted text: ${answer.error?.message}`);
      leaks.push(...texts.flatMap((text) => leaksIn(text)).map((leak) => `${name}: ${leak}`));
    }
    expect(leaks).toEqual([]);
  });

  it("is only data in the refusal of a prompt, and in no list of prompts or templates", async () => {
    const leaks: string[] = [];
    for (const [name, given] of Object.entries(mistaken)) {
      const { error } = await host.request("prompts/get", { name, arguments: given });
      if (!error?.message.includes(canary)) leaks.push(`${name} names nothing planted: ${error?.message}`);
      leaks.push(...leaksIn(error?.message ?? "").map((leak) => `${name}: ${leak}`));
    }
    for (const method of ["prompts/list", "resources/templates/list"]) {
      if (JSON.stringify(await host.request(method)).includes(canary)) leaks.push(`${method} has planted text`);
    }
    expect(leaks).toEqual([]);
    expect(host.logged).toEqual([]);
  });
});

describe("the set of test calls", () => {
  it("reads every family of resources and asks every prompt", async () => {
    const host = await connectHost(everythingService());
    const templates = await listed(host, "resources/templates/list", "resourceTemplates");
    expect(templates).toHaveLength(8);
    for (const { uriTemplate = "" } of templates) {
      const form = new RegExp(`^${uriTemplate.replace(/\{\w+\}/g, "[^/]+")}$`);
      expect(
        uris.some((uri) => form.test(uri)),
        uriTemplate,
      ).toBe(true);
    }
    const names = (await listed(host, "prompts/list", "prompts")).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(prompts).sort());
    await host.close();
  });
});
