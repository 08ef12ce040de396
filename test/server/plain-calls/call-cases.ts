import { changeRequests } from "../../../src/contract/operations/change-requests.ts";
import { defineTool, type Tool } from "../../../src/tools/tool.ts";
import type { EndpointOptions } from "../endpoint.ts";
import { fixtureTools } from "../fixture-tools.ts";

const page = `# Ünïcode "quoted" 😀\n\n${"A page that is read again.\\ \n".repeat(100)}`;

const common = { toolset: "content", uses: [], input: {} } as const;

const readAgain = defineTool({
  ...common,
  name: "read_again",
  title: "Read again",
  description: "Returns a text in parts.",
  run: async () => ({ text: `before\n${page}after`, parts: ["before\n", page, "after"] }),
});

const returnTooMuch = defineTool({
  ...common,
  name: "return_too_much",
  title: "Return too much",
  description: "Returns more than a result may have.",
  run: async () => ({ text: "x".repeat(500_000) }),
});

const answerLater = defineTool({
  ...common,
  name: "answer_later",
  title: "Answer later",
  description: "Takes a moment.",
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return { text: "later" };
  },
});

const mergeDraft = defineTool({
  ...common,
  name: "merge_draft",
  title: "Merge a draft",
  description: "Merges a change request.",
  uses: [changeRequests.merge],
  consequence: async () => "Merge the draft?",
  run: async () => ({ text: "merged" }),
});

/** Its hints are wrong: it is listed as a tool that reads. */
const deleteAll = defineTool({
  ...common,
  name: "delete_all",
  title: "Delete all",
  description: "Deletes although it says that it reads.",
  plan: () => ({ reach: "deletes" }),
  consequence: async () => "Delete all?",
  run: async () => ({ text: "deleted" }),
});

export const tools: readonly Tool[] = [...fixtureTools, readAgain, returnTooMuch, answerLater, mergeDraft, deleteAll];

export type Era = "2025" | "2026";

export interface CallCase {
  readonly params?: Record<string, unknown>;
  /** Members of `_meta`. */
  readonly meta?: Record<string, unknown>;
  readonly message?: Record<string, unknown>;
  readonly headers?: Record<string, string | null>;
  /** Capabilities that the client declares. */
  readonly capabilities?: object;
  /** A request of the same connection that comes first. */
  readonly before?: Record<string, unknown>;
  readonly settings?: Pick<EndpointOptions, "confirmPolicy" | "selection">;
  /** The eras in which it is responded to without the SDK. */
  readonly plain: readonly Era[];
  /** The only channels it can be sent on. */
  readonly only?: RegExp;
  /** Whether stdio has no response to it. */
  readonly isSilent?: true;
  /** A part of the response. */
  readonly says?: string;
}

const both = ["2025", "2026"] as const;
const call = (name: string) => ({ name, arguments: {} });
const own = (name: string) => `io.modelcontextprotocol/${name}`;

/** Calls that succeed, fail, are malformed, ask or request more, and which of them qualify as plain. */
export const callCases: Readonly<Record<string, CallCase>> = {
  "a success": { plain: both, says: "a b" },
  "a text as id": { message: { id: "x" }, plain: both },
  "a fraction as id": { message: { id: 1.5 }, plain: [], isSilent: true },
  "null as id": { message: { id: null }, plain: [], isSilent: true },
  "no id": { message: { id: undefined }, plain: [], isSilent: true },
  "another version of JSON-RPC": { message: { jsonrpc: "1.0" }, plain: [], isSilent: true },
  "an unknown member": { message: { extra: 1 }, plain: [], isSilent: true },
  "an unknown parameter": { params: { extra: {} }, plain: [] },
  "a name that is no text": { params: { name: 7 }, plain: [] },
  "an unknown tool": { params: call("no_such_tool"), plain: both, says: "no_such_tool" },
  "no arguments": { params: { name: "who_am_i", arguments: undefined }, plain: both },
  "arguments that are no object": { params: { arguments: [1] }, plain: [] },
  "an argument named __proto__": { params: { arguments: JSON.parse('{"__proto__":{"words":["a"]}}') }, plain: [] },
  "arguments that the tool rejects": { params: { arguments: { words: 1 } }, plain: both, says: "was not called" },
  "an error of the service": { params: call("read_missing_space"), plain: both, says: '"isError":true' },
  "an unexpected failure": { params: call("break_down"), plain: both, says: '"isError":true' },
  "a text in parts": { params: call("read_again"), plain: both, says: "read again" },
  "a result that is too large": { params: call("return_too_much"), plain: both, says: "is left out" },
  "a result that comes late": { params: call("answer_later"), plain: both, says: "later" },
  "a requested progress": { params: call("count_up"), meta: { progressToken: "p" }, plain: [], says: "step 1" },
  "a progress that nobody requested": { params: call("count_up"), plain: both, says: "three" },
  "log messages requested for the connection": {
    before: { id: 6, method: "logging/setLevel", params: { level: "debug" } },
    only: /2025/,
    plain: [],
    says: "notifications/message",
  },
  "log messages requested for the call": {
    meta: { [own("logLevel")]: "info" },
    only: /2026/,
    plain: [],
    says: "notifications/message",
  },
  "a span": { meta: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }, plain: both },
  "metadata of a host's own": { meta: { "example.com/own": 1 }, plain: ["2025"] },
  "metadata that is no object": { params: { _meta: 1 }, plain: [], isSilent: true },
  "metadata of the revision after": {
    params: { _meta: { [own("protocolVersion")]: "2026-07-28" } },
    only: /2025/,
    plain: [],
  },
  "an unknown revision": { meta: { [own("protocolVersion")]: "2030-01-01" }, only: /2026/, plain: [] },
  "no capabilities": { meta: { [own("clientCapabilities")]: undefined }, only: /2026/, plain: [] },
  "common capabilities": { capabilities: { elicitation: {}, sampling: {} }, only: /2026/, plain: both },
  "malformed capabilities": { capabilities: { roots: 1 }, only: /2026/, plain: [] },
  "a client without a name": { meta: { [own("clientInfo")]: undefined }, only: /2026/, plain: both },
  "a client whose name is no text": { meta: { [own("clientInfo")]: { name: 1 } }, only: /2026/, plain: [] },
  "a header that names another tool": { headers: { "mcp-name": "who_am_i" }, only: /HTTP/, plain: [] },
  "a header that names another method": { headers: { "mcp-method": "tools/list" }, only: /HTTP/, plain: [] },
  "a header that names another revision": {
    headers: { "mcp-protocol-version": "2024-11-05" },
    only: /HTTP/,
    plain: [],
  },
  "no header that names the tool": { headers: { "mcp-name": null }, only: /HTTP/, plain: [] },
  "a session in a request of 2026": { headers: { "mcp-session-id": "a-session" }, only: /HTTP/, plain: [] },
  "another session": { headers: { "mcp-session-id": "another" }, only: /session/, plain: [] },
  "an unknown revision of a session": {
    headers: { "mcp-protocol-version": "2030-01-01" },
    only: /session/,
    plain: [],
  },
  "JSON alone accepted": { headers: { accept: "application/json" }, only: /HTTP|session/, plain: [] },
  "everything accepted": { headers: { accept: "*/*" }, only: /HTTP|session/, plain: [] },
  "a change that needs no confirmation": { params: call("open_draft"), plain: both, says: "opened" },
  "a change below the confirmed ones": {
    params: call("open_draft"),
    settings: { confirmPolicy: "destructive" },
    plain: both,
    says: "opened",
  },
  "a change that shows a preview": {
    params: call("open_draft"),
    settings: { confirmPolicy: "writes" },
    plain: [],
    says: "Nothing was changed yet.",
  },
  "a change that asks through the host": {
    params: call("merge_draft"),
    capabilities: { elicitation: {} },
    settings: { confirmPolicy: "destructive" },
    only: /stdio|HTTP/,
    plain: [],
    says: "Merge the draft?",
  },
  "a change that is confirmed only if all are": {
    params: call("merge_draft"),
    settings: { confirmPolicy: "never" },
    plain: both,
    says: "merged",
  },
  "a change that read-only mode refuses": {
    params: call("open_draft"),
    settings: { confirmPolicy: "writes", selection: { readOnly: true } },
    plain: both,
    says: '"isError":true',
  },
  "a read where all changes are confirmed": { settings: { confirmPolicy: "writes" }, plain: both, says: "a b" },
  "a change that its tool does not declare": {
    params: call("delete_all"),
    settings: { confirmPolicy: "destructive" },
    plain: both,
    says: "Nothing was changed yet.",
  },
};
