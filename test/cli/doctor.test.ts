import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { addSpending } from "../../src/platform/kernel/spending-rows.ts";
import { misbehaviours, modelKey, startModelEndpoint } from "../support/model-endpoint.ts";
import { startObjectStorage } from "../support/object-storage-server.ts";
import { startTranslationService, type TranslationService } from "../support/translation-service.ts";
import { answered } from "./in-process.ts";
import { copydesk, environment, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const data = join(temporaryFolder(), "data");

interface Report {
  readonly configuration: readonly { name: string; value: unknown; source: string }[];
  readonly checks: readonly { name: string; ok: boolean; detail: string }[];
}

describe("copydesk doctor", () => {
  it("shows each value with the flag, variable or default it comes from", async () => {
    const { code, stdout } = await copydesk(["doctor", "--data", data, "--toolsets", "content,changes"], {
      COPYDESK_ANSWER_TOKENS: "9000",
      COPYDESK_TOOLSETS: "review",
      COPYDESK_READ_ONLY: "yes",
      COPYDESK_GIT_AUTHOR: "Ada Lovelace <ada@example.com>",
    });
    const rows = new Map(
      [...stdout.matchAll(/^ {2}(\S+) +(.*?) {2,}(\S+)$/gm)].map(([, ...row]) => [row[0], row.slice(1)]),
    );
    expect(rows.get("data")).toEqual([data, "--data"]);
    expect(rows.get("toolsets")).toEqual(["content,changes", "--toolsets"]);
    expect(rows.get("answer-tokens")).toEqual(["9000", "COPYDESK_ANSWER_TOKENS"]);
    expect(rows.get("read-only")).toEqual(["true", "COPYDESK_READ_ONLY"]);
    expect(rows.get("git-author")).toEqual(["Ada Lovelace <ada@example.com>", "COPYDESK_GIT_AUTHOR"]);
    expect(rows.get("port")).toEqual(["7337", "default"]);
    expect(stdout).toContain(`ok   data folder: ${data} does not exist yet and is created at the first start\n`);
    expect(stdout).toContain(
      `ok   service: embedded platform responds; the token is Local user's, in 1 organization: "Local"\n`,
    );
    expect(stdout).toMatch(
      /^ok {3}tools: \d+ listed, \d+ tokens; Cursor accepts at most 40: choose with --toolsets or --tools$/m,
    );
    expect(code).toBe(0);
  });

  it("prints the same as JSON", async () => {
    const { stdout } = await answered(["doctor", "--json", "--data", data]);
    const { configuration, checks } = JSON.parse(stdout) as Report;
    expect(configuration).toContainEqual({ name: "host", value: "127.0.0.1", source: "default" });
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ["data folder", true],
      ["service", true],
      ["secrets", true],
      ["tools", true],
    ]);
    expect(stdout).not.toContain(tokenOf(data));
  });

  it("keeps data where the system's conventions say if no folder is given", async () => {
    const { stdout } = await answered(["doctor", "--json", "--toolsets", "content"]);
    expect((JSON.parse(stdout) as Report).configuration).toContainEqual({
      name: "data",
      value: join(environment.HOME ?? "", ".local/share/copydesk"),
      source: "default",
    });
  });

  it("checks that the language model responds, and never prints its key", async () => {
    const endpoint = await startModelEndpoint(() => ({ isReady: true }));
    const args = ["doctor", "--data", data, "--model-url", endpoint.settings.url, "--model", "small"];
    const good = await answered(args, { COPYDESK_MODEL_KEY: modelKey });
    expect(good.stdout).toMatch(
      /^ok {3}language model: small at http:\/\/127\.0\.0\.1:\d+\/v1 answered after [\d.]+ s, using 100 tokens$/m,
    );
    expect(good.stdout).toMatch(/^ {2}model-key +\(set\) +COPYDESK_MODEL_KEY$/m);
    endpoint.reply = misbehaviours["refuses the key"];
    const bad = await answered(args, { COPYDESK_MODEL_KEY: modelKey });
    expect(bad.stdout).toContain("FAIL language model: The language model answered 401 (invalid_api_key).\n");
    expect([good.code, bad.code]).toEqual([0, 1]);
    expect(endpoint.asked.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${modelKey}`,
      `Bearer ${modelKey}`,
    ]);
    expect(good.stdout + good.stderr + bad.stdout + bad.stderr).not.toContain(modelKey);
  });

  describe("with a translation service", () => {
    const key = "k-0123456789";
    let translator: TranslationService;
    beforeAll(async () => {
      translator = await startTranslationService();
    });
    afterEach(() => translator.forget());
    afterAll(() => translator.close());
    const doctor = async (provider: string) =>
      answered(["doctor", "--data", data, "--translation-provider", provider, "--translation-url", translator.url], {
        COPYDESK_TRANSLATION_KEY: key,
      });

    it("asks DeepL for the account's usage, and translates nothing", async () => {
      const good = await doctor("deepl");
      expect(good.stdout).toContain(
        `ok   translation service: DeepL at ${translator.url} accepts the key; 1234 of the account's 500000 characters are used\n`,
      );
      expect(translator.asked.map(({ line }) => line)).toEqual(["GET /v2/usage"]);
      expect(translator.asked[0]?.headers.authorization).toBe(`DeepL-Auth-Key ${key}`);
      translator.behave({ status: 403 });
      const refused = await doctor("deepl");
      expect(refused.stdout).toContain(
        "FAIL translation service: DeepL does not accept the key (403). Check --translation-url and --translation-key. Until then, agents translate.\n",
      );
      translator.behave({ status: 200, body: { character_count: 500_000, character_limit: 500_000 } });
      const used = await doctor("deepl");
      expect(used.stdout).toContain(
        "FAIL translation service: DeepL accepts the key, but 500000 of the account's 500000 characters are used. Wait for its next period, or change the plan.",
      );
      expect([good.code, refused.code, used.code]).toEqual([0, 1, 1]);
      expect(good.stdout + good.stderr + refused.stdout + refused.stderr).not.toContain(key);
    });

    it("asks LibreTranslate for its languages, and checks the key by detecting a sentence's language", async () => {
      const good = await doctor("libretranslate");
      expect(good.stdout).toContain(
        `ok   translation service: LibreTranslate at ${translator.url} responds; it has 6 languages: de, en, zh-Hans, pb, ar, ja\n`,
      );
      expect(translator.asked.map(({ line, body }) => [line, body?.api_key])).toEqual([
        ["GET /languages", undefined],
        ["POST /detect", key],
      ]);
      translator.behave("well", { status: 403, body: { error: `Invalid API key ${key}` } });
      const refused = await doctor("libretranslate");
      expect(refused.stdout).toContain("FAIL translation service: LibreTranslate does not accept the key (403). Check");
      expect([good.code, refused.code]).toEqual([0, 1]);
      expect(refused.stdout + refused.stderr).not.toContain(key);
    });

    it("shows today's usage and its limit", async () => {
      const database = await openDatabase(data);
      const day = new Date().toISOString().slice(0, 10);
      await database.write((queries) => addSpending(queries, "translation-characters", day, 777));
      await database.close();
      expect((await doctor("deepl")).stdout).toMatch(
        /^ok {3}spent today: \d+ of 10000000 tokens of a model, 777 of 5000000 characters to be translated; a new day begins at \d{4}-\d\d-\d\d 00:00 UTC$/m,
      );
    });
  });

  it("writes a file to the bucket of --files, reads it back, and never prints the key", async () => {
    const storage = await startObjectStorage();
    const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, url } = storage;
    const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    const doctor = (variables: Readonly<Record<string, string>>, files = url) =>
      copydesk(["doctor", "--data", data, "--files", files], variables);
    const { stdout, code } = await doctor(keys);
    expect(stdout).toMatch(/^ok {3}object storage: bucket docs-files at 127\.0\.0\.1:\d+ stores and returns files$/m);
    expect([code, storage.objects.size]).toEqual([0, 1]);
    const refused = await doctor({ ...keys, AWS_SECRET_ACCESS_KEY: "not-the-right-one" });
    expect(refused.stdout).toMatch(/^FAIL object storage: .* refuses: 403 SignatureDoesNotMatch\. Check --files/m);
    expect(refused.stdout + refused.stderr).not.toContain("not-the-right-one");
    await storage.close();
    expect((await doctor({})).stdout).toContain(
      "object storage: --files needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.",
    );
    const misspelled = await doctor(keys, "s3://docs-files?endpiont=https://minio.example.com");
    expect(misspelled.stderr).toContain(
      "--files must be a bucket, such as s3://docs-files/copydesk?region=eu-central-1",
    );
  });

  it("fails for a service that cannot be reached, and never prints the token", async () => {
    const secret = "cpd_0123456789abcdefghijklmnopqrstuvwxyzABCD";
    const { code, stdout, stderr } = await answered(["doctor", "--base-url", "http://127.0.0.1:1"], {
      COPYDESK_TOKEN: secret,
    });
    expect(stdout).toMatch(/^ {2}token +\(set\) +COPYDESK_TOKEN$/m);
    expect(stdout).toMatch(/^FAIL service: .*no connection to 127\.0\.0\.1:1 could be made \(ECONNREFUSED\)/m);
    expect(stdout + stderr).not.toContain(secret);
    expect(code).toBe(1);
  });

  it("fails for a tool that does not exist", async () => {
    const { code, stdout } = await answered(["doctor", "--data", data, "--exclude-tools", "edit_pages"]);
    expect(stdout).toMatch(/^FAIL tools: There is no tool or operation "edit_pages"\./m);
    expect(code).toBe(1);
  });
});
