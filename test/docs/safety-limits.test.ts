import { describe, expect, it, vi } from "vitest";
import { defaultRateLimit, maxFailedAttempts } from "../../src/cli/credentials.ts";
import { defaultPatience } from "../../src/cli/http-server.ts";
import { randomText } from "../../src/platform/kernel/database/ids.ts";
import { maxResponseBytes } from "../../src/platform/kernel/outbound/service-request.ts";
import { sign } from "../../src/platform/kernel/signature.ts";
import { defaultLimits, whileAllowed } from "../../src/server/transports/http.ts";
import { tableWith } from "./markdown-table.ts";
import { readText } from "./project-files.ts";
import { statementsOf } from "./statements.ts";

const page = readText("docs/concepts/safety.md");

const limits = new Map(tableWith(page, "What", "Limit").map(({ What = "", Limit = "" }) => [What, Limit]));

const limit = (name: string) => limits.get(name) ?? `no row "${name}"`;

const statement = (words: string) => statementsOf(page).find((one) => one.includes(words)) ?? `nothing of "${words}"`;

const megabyte = 1024 * 1024;

const seconds = (milliseconds: number) => milliseconds / 1000;

const shown = (count: number) => count.toLocaleString("en-US");

/** Tests of the implementation show that each limit is enforced, mostly with a smaller number. */
describe("the limits in the manual", () => {
  it("match the number of requests that a caller may send, and that may fail", () => {
    expect(limit("requests of one caller")).toContain(`; ${defaultRateLimit} when`);
    expect(limit("invalid tokens and signatures")).toContain(`${maxFailedAttempts} a minute for the same one`);
    expect(limit("invalid tokens and signatures")).toContain(`and ${maxFailedAttempts} for one client`);
  });

  it("match the size and duration of a request", () => {
    const { headers, request } = defaultPatience;
    expect(limit("a request to `/mcp`")).toBe(
      `${defaultLimits.maxBodyBytes / megabyte} MB, within ${seconds(request)} seconds, its headers within ${seconds(headers)}`,
    );
  });

  it("match the number and duration of sessions and streams", () => {
    const { maxSessions, maxStreams, maxPerCaller, sessionIdle } = defaultLimits;
    expect(limit("sessions of 2025-era clients")).toMatch(
      new RegExp(
        `^${maxSessions}, ${maxPerCaller} per caller; idle ones end after ${seconds(sessionIdle) / 60} minutes`,
      ),
    );
    expect(limit("streams of notifications (`subscriptions/listen`)")).toBe(
      `${shown(maxStreams)}, ${maxPerCaller} per caller`,
    );
  });

  it("match how long a response waits to be read, and how long a stopping server waits for calls", () => {
    expect(limit("a response that the client does not read")).toBe(
      `${seconds(defaultPatience.reading)} seconds without a byte read`,
    );
    expect(statement("`SIGTERM`")).toContain(`up to ${seconds(defaultPatience.calls)} seconds to finish`);
  });

  it("match the size of a service's response", () => {
    expect(statement("answers of models")).toContain(`${maxResponseBytes / megabyte} MB`);
  });

  it("match the length of tokens and signatures", () => {
    const token = randomText(40);
    const letters = new Set(randomText(20_000));
    const bits = Math.floor(token.length * Math.log2(letters.size));
    const signature = Buffer.from(sign("key", ["a"]), "base64url").length * 8;
    expect(statement("Guessing")).toContain(`a platform token has ${bits} bits, a signature ${signature}`);
  });

  it("match how soon a stream ends after its token was revoked", async () => {
    vi.useFakeTimers();
    try {
      expect(statement("A stream of notifications ends")).toContain("within five seconds after");
      const cancel = vi.fn();
      let isRevoked = false;
      const response = new Response(new ReadableStream({ cancel }));
      const open = whileAllowed(response, { still: async () => !isRevoked });
      await vi.advanceTimersByTimeAsync(4000);
      isRevoked = true;
      await vi.advanceTimersByTimeAsync(5000);
      expect(cancel).toHaveBeenCalledOnce();
      expect(await open.text()).toBe("");
    } finally {
      vi.useRealTimers();
    }
  });
});
