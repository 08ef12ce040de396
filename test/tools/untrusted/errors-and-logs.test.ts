import { describe, expect, it, vi } from "vitest";
import { stderrLog } from "../../../src/cli/log.ts";
import { createClient } from "../../../src/client/client.ts";
import { readCommandLine } from "../../../src/config/config.ts";
import { answeredCalls, operationCalls } from "./calls.ts";
import { connectHost, type Host } from "./host.ts";
import { canary, injections } from "./injections.ts";
import { leaksIn, unseen } from "./leaks.ts";

type Call = readonly [name: string, input: unknown];

/** One call of each tool; all of its requests to the service fail. */
const calls: readonly Call[] = [
  ...Object.entries(answeredCalls).flatMap(([name, [input]]) =>
    name === "find_operations" ? [] : [[name, input] as const],
  ),
  ...Object.entries(operationCalls),
];

const few = ["list_spaces", "read_page", "edit_page", "show_organization", "read_operation", "delete_operation"];

/** Each tool gets the first text; the others get a few, since all tools render errors and answers the same way. */
const callsFor = (injection: string): readonly Call[] =>
  injection === injections[0]?.name ? calls : calls.filter(([name]) => few.includes(name));

const uris = ["docs://orgs/acme", "docs://spaces/guides", "docs://spaces/guides/pages/billing1"];

/** A header accepts visible ASCII and blanks. */
const inHeader = (text: string) =>
  text
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, 2000);

type Failing = (text: string) => Response;

const refusing =
  (status: number): Failing =>
  (text) =>
    Response.json({ error: { code: status, message: text } }, { status, headers: { "retry-after": inHeader(text) } });

const failures: Readonly<Record<string, Failing>> = {
  ...Object.fromEntries([400, 401, 403, 404, 409, 412, 422, 500, 501].map((status) => [`${status}`, refusing(status)])),
  "a detail": (text) => Response.json({ detail: text }, { status: 400 }),
  "an error that is a text": (text) => Response.json({ error: text }, { status: 400 }),
  "no JSON": (text) => new Response(text, { status: 403, headers: { "content-type": inHeader(text) } }),
  "a page instead of an answer": (text) =>
    new Response(text, { headers: { "content-type": `text/html; x=${inHeader(text)}` } }),
  "a redirect": (text) =>
    new Response(null, {
      status: 302,
      headers: { location: `https://${canary}.example/${encodeURIComponent(inHeader(text))}` },
    }),
};

const hostOf = (respond: Failing, text: string): Promise<Host> =>
  connectHost(createClient({ baseUrl: "https://docs.example.com", token: "token", fetch: async () => respond(text) }));

describe.each(injections)("a service that fails with $name", ({ name: injection, text: planted }) => {
  it.each(Object.keys(failures))("is only quoted (%s)", async (failure) => {
    const host = await hostOf(failures[failure] ?? refusing(500), planted);
    const leaks: string[] = [];
    for (const [name, input] of callsFor(injection)) {
      const { text } = await host.call(name, input);
      leaks.push(...leaksIn(text, { quotation: longestQuotation }).map((leak) => `${name}: ${leak}`));
    }
    for (const uri of uris) {
      const { error } = await host.request("resources/read", { uri });
      leaks.push(...leaksIn(error?.message ?? "", { quotation: longestQuotation }).map((leak) => `${uri}: ${leak}`));
    }
    const { error } = await host.request("prompts/get", {
      name: "translate_space",
      arguments: { space: "guides", language: "de" },
    });
    leaks.push(...leaksIn(error?.message ?? "", { quotation: longestQuotation }));
    expect(leaks).toEqual([]);
    expect(JSON.stringify(host.notifications)).not.toContain(canary);
    expect(host.logged).toEqual([]);
    await host.close();
  });
});

/** The service's words in an error with the quotation marks; each character may be escaped. */
const longestQuotation = 1000 * "\\u{e0000}".length + 3;

/** What the process writes to stderr for log lines. */
function written(logFormat: "text" | "json", write: (log: ReturnType<typeof stderrLog>) => void): string {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const { config } = readCommandLine(["--log-level", "debug", "--log-format", logFormat], {});
  write(stderrLog(config));
  spy.mockRestore();
  return lines.join("");
}

describe.each(injections)("a log line with $name", ({ text: planted }) => {
  it("is one line, or indented lines, without invisible characters", () => {
    const text = written("text", (log) => log("error", planted, { tool: planted }));
    const lines = text.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z error: qzxplant /);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {4}/);
    expect(text).not.toMatch(unseen);
  });

  it("is one line of JSON that contains the text as JSON", () => {
    const line = written("json", (log) => log("error", planted, { tool: planted }));
    expect(line.slice(0, -1)).not.toContain("\n");
    expect(line).not.toMatch(unseen);
    const { message, tool } = JSON.parse(line) as Record<string, string>;
    expect([message, tool]).toEqual([planted, planted]);
  });
});

describe.each(injections)("a malformed response with $name", ({ name: injection, text: planted }) => {
  it("reaches an agent only as an id or as data, and the log on indented lines", async () => {
    const leaks: string[] = [];
    for (const wrong of [
      [planted],
      { items: planted },
      { items: [planted] },
      { id: { a: planted }, pages: planted, title: [planted] },
    ]) {
      const host = await hostOf(() => Response.json(wrong), planted);
      for (const [name, input] of callsFor(injection)) {
        const { text } = await host.call(name, input);
        leaks.push(...leaksIn(text, { quotation: longestQuotation }).map((leak) => `${name}: ${leak}`));
      }
      for (const { level, message } of host.logged) {
        const shown = written("text", (log) => log(level as "error", message));
        if (
          shown
            .split("\n")
            .slice(1, -1)
            .some((line) => !line.startsWith("    ")) ||
          unseen.test(shown)
        )
          leaks.push(shown);
      }
      await host.close();
    }
    expect(leaks).toEqual([]);
  });
});
