import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { stderrLog } from "../../src/cli/log.ts";
import { readCommandLine } from "../../src/config/config.ts";

const written: string[] = [];

const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);

afterEach(() => written.splice(0));

afterEach(() => vi.useRealTimers());

afterAll(() => stderr.mockRestore());

function logWith(...args: string[]) {
  vi.useFakeTimers({ now: new Date("2026-03-04T05:06:07.890Z") });
  return stderrLog(readCommandLine(args, {}).config);
}

describe("the log", () => {
  it("has one line per message, in words or in JSON", () => {
    const fields = { tool: "read_page", ms: 12, title: 'a "b"', left: undefined };
    logWith()("info", "tool call", fields);
    logWith("--log-format", "json")("info", "tool call", fields);
    expect(written).toEqual([
      '2026-03-04T05:06:07.890Z info: tool call tool=read_page ms=12 title="a \\"b\\""\n',
      '{"time":"2026-03-04T05:06:07.890Z","level":"info","message":"tool call","tool":"read_page","ms":12,"title":"a \\"b\\""}\n',
    ]);
    expect(stderr).toHaveBeenCalledTimes(2);
  });

  it("omits messages below the level", () => {
    const log = logWith("--log-level", "warn");
    for (const level of ["debug", "info", "warn", "error"] as const) log(level, level);
    expect(written.map((line) => line.split(" ")[1])).toEqual(["warn:", "error:"]);
  });

  it.each(["text", "json"])("contains no secret in the format %s, wherever it came from", (format) => {
    const log = logWith(
      ...["--log-format", format, "--token", "tok/en-0123456789", "--bearer", "bearer-0123456789-0123456789"],
    );
    log("error", "failed with tok/en-0123456789 and tok%2Fen-0123456789", { as: "bearer-0123456789-0123456789" });
    log("error", "failed with cpd_0123456789abcdefghijklmnopqrstuvwxyzABCD");
    expect(written.join("")).not.toMatch(/0123456789/);
    expect(written.join("").match(/\[token\]/g)).toHaveLength(4);
  });

  it("contains none of the secrets sent to other services", () => {
    const log = logWith(
      ...["--model-url", "http://127.0.0.1:1/v1", "--model", "m", "--model-key", "model-0123456789"],
      ...["--translation-provider", "deepl", "--translation-key", "deepl-0123456789:fx"],
      ...["--git-proxy", "http://user:proxy-0123456789@proxy.example.com:3128"],
    );
    log("error", "failed with model-0123456789 and deepl-0123456789:fx");
    log("error", "fatal: unable to access http://user:proxy-0123456789@proxy.example.com:3128");
    expect(written.join("")).not.toMatch(/0123456789/);
  });

  it.each([
    "postgres://copydesk:pass-0123456789%40x@db.example.com/docs",
    "postgres://copydesk@db.example.com/docs?password=pass-0123456789%40x",
  ])("contains no password of %s, by itself or in another URL", (url) => {
    const log = logWith("--database", url);
    log("error", "no entry for pass-0123456789@x", { password: "pass-0123456789%40x" });
    log("error", "connecting to postgres://other:pass-0123456789%40x@10.0.0.1/docs failed");
    expect(written.join("")).not.toMatch(/0123456789/);
    expect(written.join("")).toContain("postgres://other:[token]@10.0.0.1/docs");
  });

  it("redacts short passwords in URLs, and leaves words unchanged", () => {
    const log = logWith("--database", "postgres://copydesk:doc@db.example.com/docs");
    log("error", "document: postgres://copydesk:doc@10.0.0.1/docs");
    expect(written.join("")).toContain("document: postgres://copydesk:[token]@10.0.0.1/docs");
  });

  it("lets no text forge a line or control a terminal", () => {
    logWith()("error", "broken\n2026-03-04T05:06:07.890Z info: all is well\u001b[2J\u202e", { path: "a\nb c" });
    expect(written).toEqual([
      '2026-03-04T05:06:07.890Z error: broken\n    2026-03-04T05:06:07.890Z info: all is well\\u{1b}[2J\\u{202e} path="a\\nb c"\n',
    ]);
  });
});
