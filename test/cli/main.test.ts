import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { answered } from "./in-process.ts";
import { copydesk, temporaryFolder } from "./program.ts";

const data = join(temporaryFolder(), "data");

describe("copydesk", () => {
  it.each([["help"], ["--help"], ["-h"], ["--read-only", "-h"]])("prints help for %s %s", async (...args) => {
    const { code, stdout, stderr } = await answered(args);
    expect(stdout).toMatch(
      /^Copydesk 0\.1\.0: a documentation desk for AI agents, and for people\n\nFor hosts and agents\n/,
    );
    expect(stdout).toMatch(/^ {2}import <folder, archive or URL>\n {28}Create a space from a folder of Markdown$/m);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("shows the settings with their variables", async () => {
    const { stdout } = await answered(["help", "settings"]);
    expect(stdout).toMatch(
      /^ {2}--base-url <value>\n {6}COPYDESK_BASE_URL\n {6}Service to use instead of the embedded platform$/m,
    );
    expect(stdout).toMatch(/^ {2}--read-only\n {6}COPYDESK_READ_ONLY\n {6}Offer only tools that change nothing$/m);
  });

  it.each([
    ["help", "merge"],
    ["merge", "--help"],
    ["merge", "3", "-h"],
  ])("shows what a command accepts for %s %s %s", async (...args) => {
    const { stdout } = await answered(args);
    expect(stdout).toMatch(/^Usage: copydesk merge <change request> \[flags\]\n/);
    expect(stdout).toMatch(/^ {2}--update-first +Update from the space first$/m);
  });

  it.each(Object.keys(commands).map((name) => [name]))("keeps the help of %s within 80 columns", async (name) => {
    for (const args of [["help"], ["help", "settings"], ["help", name]]) {
      const { stdout } = await answered(args);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it.each(["--version", "-v"])("prints its version for %s", async (flag) => {
    expect(await answered([flag])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
  });

  it.each([
    [["publish"], {}, 'There is no command "publish". "copydesk help" lists them.'],
    [
      ["constructor"],
      {},
      'There is no command "constructor". Did you mean "copydesk doctor"? "copydesk help" lists them.',
    ],
    [["mrege"], {}, 'There is no command "mrege". Did you mean "copydesk merge"? "copydesk help" lists them.'],
    [["help", "mrege"], {}, 'There is no command "mrege". Did you mean "copydesk merge"? "copydesk help" lists them.'],
    [["doctor", "--jsno"], {}, 'There is no flag --jsno. Did you mean --json? "copydesk help" lists them.'],
    [["--colour"], {}, 'There is no flag --colour. "copydesk help" lists them.'],
    [["doctor", "--colour"], {}, 'There is no flag --colour. "copydesk help" lists them.'],
    [["doctor", "now"], {}, "Usage: copydesk doctor [--json]"],
    [["mcp", "now"], {}, 'Usage: copydesk [flags]. It takes no "now".'],
    [["--data"], {}, `Option '--data <value>' argument missing. "copydesk help" lists the flags.`],
    [["serve", "--port", "99999"], {}, '--port must be a whole number from 0 to 65535, not "99999".'],
    [["serve", "--port", "http"], {}, '--port must be a whole number from 0 to 65535, not "http".'],
    [["--answer-tokens", "3"], {}, '--answer-tokens must be a whole number from 500 to 1000000, not "3".'],
    [["--log-level", "loud"], {}, '--log-level must be one of error, warn, info, debug, not "loud".'],
    [
      ["--toolsets", "write"],
      {},
      'There is no toolset "write". Toolsets: default, content, changes, comments, git, openapi, conversations, translations, sites, organization, integrations, all.',
    ],
    [
      ["--base-url", "docs.example.com"],
      {},
      "--base-url must be an http or https URL, such as https://api.example.com.",
    ],
    [
      [],
      { COPYDESK_READONLY: "true" },
      "There is no variable COPYDESK_READONLY. There are: COPYDESK_DATA, COPYDESK_DATABASE, COPYDESK_SECRET_KEY, COPYDESK_SECRET_KEY_FILE, COPYDESK_SECRET_KEY_COMMAND, COPYDESK_FILES, COPYDESK_BASE_URL, COPYDESK_TOKEN, COPYDESK_PORT, COPYDESK_HOST, COPYDESK_PUBLIC_URL, COPYDESK_TRUSTED_PROXY, COPYDESK_ALLOWED_ORIGINS, COPYDESK_BEARER, COPYDESK_OAUTH_ISSUER, COPYDESK_OAUTH_AUDIENCE, COPYDESK_OAUTH_CALLERS, COPYDESK_OIDC_ISSUER, COPYDESK_OIDC_CLIENT_ID, COPYDESK_OIDC_CLIENT_SECRET, COPYDESK_SMTP_URL, COPYDESK_MAIL_FROM, COPYDESK_RATE_LIMIT, COPYDESK_TOOLSETS, COPYDESK_TOOLS, COPYDESK_EXCLUDE_TOOLS, COPYDESK_READ_ONLY, COPYDESK_PROPOSE_ONLY, COPYDESK_CONFIRM, COPYDESK_CONFIRMATION_KEY, COPYDESK_ANSWER_TOKENS, COPYDESK_CACHE_MEGABYTES, COPYDESK_DRAIN_SECONDS, COPYDESK_PERSONAL_DATA, COPYDESK_MODEL_URL, COPYDESK_MODEL_KEY, COPYDESK_MODEL, COPYDESK_MODEL_TOKENS, COPYDESK_MODEL_TOKENS_PER_DAY, COPYDESK_GIT_HOSTS, COPYDESK_GIT_PROXY, COPYDESK_GIT_AUTHOR, COPYDESK_SCRIPT_RUNTIME, COPYDESK_TRANSLATION_PROVIDER, COPYDESK_TRANSLATION_URL, COPYDESK_TRANSLATION_KEY, COPYDESK_TRANSLATION_CHARACTERS, COPYDESK_TRANSLATION_CHARACTERS_PER_DAY, COPYDESK_LOG_LEVEL, COPYDESK_LOG_FORMAT.",
    ],
    [
      ["--model", "small"],
      {},
      "--model-url and --model belong together: the service, and the name of the model there.",
    ],
    [
      ["--model", "small", "--model-url", "http://127.0.0.1:9/v1"],
      { COPYDESK_MODEL_KEY: "half of a key" },
      "COPYDESK_MODEL_KEY must be the key as the service gave it: 8 characters or more, without spaces. Leave it out where the service needs none.",
    ],
    [
      [],
      { COPYDESK_TRANSLATION_PROVIDER: "deepl" },
      "COPYDESK_TRANSLATION_PROVIDER is deepl, which needs --translation-key or COPYDESK_TRANSLATION_KEY.",
    ],
    [
      ["--translation-provider", "libretranslate"],
      {},
      "--translation-provider is libretranslate, which needs --translation-url.",
    ],
    [["--translation-provider", "model"], {}, "--translation-provider is model, which needs --model-url and --model."],
    [
      [],
      { COPYDESK_TRANSLATION_KEY: "0123456789:fx" },
      "COPYDESK_TRANSLATION_KEY has no effect without --translation-provider.",
    ],
    [[], { COPYDESK_READ_ONLY: "maybe" }, 'COPYDESK_READ_ONLY must be true or false, not "maybe".'],
    [["serve"], { COPYDESK_PORT: "-1" }, 'COPYDESK_PORT must be a whole number from 0 to 65535, not "-1".'],
    [
      [],
      { COPYDESK_BASE_URL: "ftp://docs.example.com" },
      "COPYDESK_BASE_URL must be an http or https URL, such as https://api.example.com.",
    ],
  ])("refuses %j with %j", async (args, variables, message) => {
    const kept = { COPYDESK_DATA: data, COPYDESK_TOKEN: "cpd_0123456789abcdefghijklmnopqrstuvwxyzABCD" };
    expect(await answered(args, { ...kept, ...variables })).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });

  it.each([
    [["--version"], 0, "stdout", "0.1.0"],
    [["publish"], 1, "stderr", 'There is no command "publish". "copydesk help" lists them.'],
    [["--answer-tokens", "3"], 1, "stderr", '--answer-tokens must be a whole number from 500 to 1000000, not "3".'],
    [["serve", "--port", "http"], 1, "stderr", '--port must be a whole number from 0 to 65535, not "http".'],
  ] as const)("responds and ends like the built program: %j", async (args, code, stream, line) => {
    expect(await copydesk(args)).toEqual({ code, stdout: "", stderr: "", [stream]: `${line}\n` });
  });
});
