import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { listOperations } from "../../src/contract/index.ts";
import { TimeSlices } from "../../src/markdown/text/time-slices.ts";
import { SeenNames } from "../../src/resolve/seen-names.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { toolDefinition } from "../../src/tools/definition.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { callTool } from "./catalog/call-tool.ts";
import type { Input } from "./scripted-calls.ts";
import { answeredCalls } from "./untrusted/calls.ts";
import { everythingService } from "./untrusted/service.ts";

// On a busy machine work yields between two requests that are made together, which would count as two waits.
beforeAll(() => {
  vi.spyOn(TimeSlices.prototype, "endSlice").mockResolvedValue(undefined);
});

afterAll(() => {
  vi.restoreAllMocks();
});

/** The cost of a call: the number of requests, and how many times it waited for responses before it could continue. */
class Cost {
  requests = 0;
  waits = 0;
  #released: Promise<void> | undefined;

  /** Requests that are made before the first of them is answered count as one wait. */
  async request(): Promise<void> {
    this.requests += 1;
    this.#released ??= new Promise((release) => {
      setImmediate(() => {
        this.#released = undefined;
        this.waits += 1;
        release();
      });
    });
    await this.#released;
  }
}

function countedClient(client: Client, cost: Cost): Client {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { group, name } of listOperations()) {
    const call = Reflect.get(client[group], name) as (...given: unknown[]) => Promise<unknown>;
    groups[group] ??= {};
    groups[group][name] = async (...given: unknown[]) => {
      await cost.request();
      return call(...given);
    };
  }
  return groups as object as Client;
}

async function costOf(name: string, input: Input, seen: SeenNames): Promise<string> {
  const cost = new Cost();
  const tool: Tool = await catalog[name as keyof typeof catalog]();
  const client = countedClient(everythingService(), cost);
  // As in the server: changing tools look up names again.
  await callTool(tool, client, input, 6000, toolDefinition(tool).annotations?.readOnlyHint ? seen : undefined);
  return `${cost.requests}/${cost.waits}`;
}

const titles: Readonly<Record<string, string>> = { guides: "Guides", billing1: "Billing", site1: "Docs" };

/** The same call with titles instead of ids. */
const byTitles = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      typeof value === "string" && field !== "operation" ? (titles[value] ?? value) : value,
    ]),
  );

/** Requests and waits of every call: by ids and, if it has titles, by titles the first time and the next. */
async function costs(): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, inputs] of Object.entries(answeredCalls)) {
    for (const input of inputs) {
      const parts = [await costOf(name, input, new SeenNames())];
      const titled = byTitles(input);
      if (JSON.stringify(titled) !== JSON.stringify(input)) {
        const seen = new SeenNames();
        parts.push(await costOf(name, titled, seen), await costOf(name, titled, seen));
      }
      lines.push(`${parts.join(" ")} ${name} ${JSON.stringify(input)}`);
    }
  }
  return lines;
}

it("every tool has calls", () => {
  expect(Object.keys(answeredCalls).sort()).toEqual(Object.keys(catalog).sort());
});

it("the requests and round trips of every tool are those in the list", async () => {
  expect(await costs()).toMatchInlineSnapshot(`
    [
      "2/2 search_docs {"query":"fee"}",
      "2/2 4/4 2/2 search_docs {"query":"fee","space":"guides"}",
      "2/2 list_spaces {}",
      "2/2 4/4 2/2 list_pages {"space":"guides"}",
      "3/3 5/5 3/2 list_pages {"space":"guides","change_request":"7"}",
      "2/2 4/4 2/2 list_pages {"space":"guides","under":"group1"}",
      "3/3 7/7 2/2 read_page {"space":"guides","page":"billing1"}",
      "4/4 8/8 3/2 read_page {"space":"guides","change_request":"7","page":"billing1"}",
      "3/3 7/7 2/2 read_page {"space":"guides","page":"billing1","format":"outline"}",
      "3/3 7/7 2/2 read_page {"space":"guides","page":"billing1","section":"Refunds"}",
      "2/2 9/9 4/4 read_page {"space":"guides","page":"billing1","revision":"rev1"}",
      "3/3 5/5 3/3 read_page {"space":"guides","page":"group1"}",
      "6/6 10/10 10/10 edit_page {"space":"guides","change_request":"7","page":"billing1","edits":[{"old_text":"The fee is 2 %.","new_text":"The fee is 3 %."}]}",
      "4/4 8/8 8/8 edit_page {"space":"guides","change_request":"7","page":"billing1","edits":[{"old_text":"The fee is 2 %.","new_text":"The fee is 3 %."}],"dry_run":true}",
      "5/5 7/7 7/7 write_pages {"space":"guides","change_request":"7","pages":[{"action":"rename","page":"billing1","title":"Fees"}]}",
      "9/7 11/9 11/9 write_pages {"space":"guides","change_request":"7","dry_run":true,"pages":[{"action":"replace","page":"billing1","markdown":"# Fees\\n","revision":"rev2"},{"action":"delete","page":"group1"}]}",
      "23/9 25/11 23/8 show_changes {"space":"guides","change_request":"7"}",
      "21/8 23/10 21/7 show_changes {"space":"guides","change_request":"7","page":"billing1"}",
      "2/2 4/4 2/2 show_changes {"space":"guides"}",
      "2/2 show_changes {}",
      "6/6 8/8 8/8 open_change_request {"space":"guides","subject":"Fees","issue_cluster":"k1"}",
      "5/5 7/7 7/7 update_change_request {"space":"guides","change_request":"7","subject":"Fees","description":"New","reviewers":["u1"]}",
      "5/5 7/7 7/7 merge_change_request {"space":"guides","change_request":"7","update_first":true}",
      "6/6 8/8 6/6 list_comments {"space":"guides"}",
      "9/8 11/10 9/7 list_comments {"space":"guides","change_request":"7"}",
      "6/6 8/8 6/6 list_comments {"space":"guides","page":"billing1"}",
      "3/3 5/5 5/5 post_comment {"space":"guides","page":"billing1","text":"Hello"}",
      "4/4 6/6 6/6 post_comment {"space":"guides","change_request":"7","comment":"c1","text":"Yes.","status":"resolved"}",
      "3/3 5/5 5/5 post_comment {"space":"guides","change_request":"7","text":"Good.","verdict":"approved"}",
      "3/3 list_issue_clusters {}",
      "6/6 list_issue_clusters {"cluster":"k1"}",
      "3/3 update_issue_cluster {"cluster":"k1","muted":true}",
      "8/8 ingest_conversations {"conversations":[{"id":"mail-1","messages":[{"role":"user","text":"Where is my refund?"}]}]}",
      "3/3 show_organization {"about":"members"}",
      "4/4 show_organization {"about":"members","name":"u1"}",
      "2/2 show_organization {"about":"teams"}",
      "2/2 show_organization {"about":"sites"}",
      "3/3 4/4 4/4 show_organization {"about":"sites","name":"site1"}",
      "2/2 show_organization {"about":"openapi_specs"}",
      "5/5 show_organization {"about":"openapi_specs","name":"petstore"}",
      "3/3 show_organization {"about":"translations"}",
      "3/3 show_organization {"about":"translations","name":"tr1"}",
      "2/2 show_organization {"about":"agent_instructions"}",
      "2/2 manage_people {"action":"invite","people":["new@acme.com"],"role":"read"}",
      "3/3 manage_people {"action":"revoke_invite","people":["i1"]}",
      "3/3 manage_people {"action":"set_role","people":["u1"],"role":"edit"}",
      "3/3 manage_people {"action":"remove","people":["u1"]}",
      "4/4 manage_people {"action":"add_to_team","people":["u1"],"team":"t1"}",
      "6/6 check_integration {"integration":"chat"}",
      "1/1 check_integration {"integration":"chat","event":"event1"}",
      "8/8 10/10 10/10 set_up_integration {"integration":"chat","configuration":{"channel":"docs"},"space":"guides","test_event":"event1"}",
      "6/6 publish_openapi_spec {"slug":"petstore","text":"openapi: 3.1.0","visibility":"public"}",
      "2/2 4/4 4/4 sync_git {"space":"guides"}",
      "8/8 10/10 10/10 sync_git {"space":"guides","direction":"import","url":"https://git.example.com/docs.git","branch":"main"}",
      "5/5 7/7 7/7 sync_git {"space":"guides","direction":"export","url":"https://git.example.com/docs.git","branch":"main","message":"Fees"}",
      "6/6 8/8 8/8 translate_space {"space":"guides","language":"fr","instructions":"Say *vous*."}",
      "6/6 7/7 7/7 update_site {"site":"site1","title":"Help","spaces":["guides"],"section":"Learn","published":true}",
      "0/0 find_operations {"task":"members"}",
      "2/2 read_operation {"operation":"getSpaceById","arguments":{"spaceId":"guides"}}",
      "2/2 read_operation {"operation":"getPageById","arguments":{"spaceId":"guides","pageId":"billing1"}}",
      "2/2 read_operation {"operation":"listSpaceLinks","arguments":{"spaceId":"guides"}}",
      "2/2 read_operation {"operation":"listFiles","arguments":{"spaceId":"guides"}}",
      "2/2 read_operation {"operation":"getConversationById","arguments":{"organizationId":"acme","conversationId":"talk1"}}",
      "2/2 read_operation {"operation":"listCommentsInSpace","arguments":{"spaceId":"guides"}}",
      "3/3 write_operation {"operation":"updateChangeRequestById","arguments":{"spaceId":"guides","changeRequestId":"draft1"}}",
      "8/5 delete_operation {"operation":"deleteSpaceById","arguments":{"spaceId":"guides"}}",
    ]
  `);
});
