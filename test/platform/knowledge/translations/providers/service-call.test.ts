import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callService } from "../../../../../src/platform/knowledge/translations/providers/service-call.ts";
import {
  type Mood,
  startTranslationService,
  type TranslationService,
} from "../../../../support/translation-service.ts";

let service: TranslationService;

beforeAll(async () => {
  service = await startTranslationService();
});

afterAll(() => service.close());

beforeEach(() => service.forget());

const key = "k-123456";

const call = (signal = new AbortController().signal) =>
  callService({
    service: "DeepL",
    url: `${service.url}/v2/translate`,
    headers: { Authorization: key },
    body: { text: ["Run"] },
    secret: key,
    pause: 1,
    signal,
  });

const patient = {
  service: "DeepL",
  body: { text: ["Run"] },
  secret: key,
  pause: 100,
  signal: new AbortController().signal,
};

const good = { translations: [{ detected_source_language: "EN", text: "Rün" }] };

const times = (count: number, mood: Mood): Mood[] => Array.from({ length: count }, () => mood);

describe("a call to a service", () => {
  it.each<[string, Mood[]]>([
    ["is busy", [{ status: 429 }, { status: 503 }]],
    ["is busy and says for how long", [{ status: 429, headers: { "Retry-After": "0" } }]],
    ["fails", [{ status: 500 }]],
    ["breaks off", ["cut off", "cut off"]],
  ])("is repeated while the service %s", async (_name, moods) => {
    service.behave(...moods);
    expect(await call()).toEqual(good);
    expect(service.asked).toHaveLength(moods.length + 1);
  });

  it.each<[number, Mood, string, boolean]>([
    [5, { status: 429 }, "DeepL responds with 429: it is busy or accepts no more requests for now.", false],
    [3, { status: 500, body: { error: "Cannot translate" } }, "DeepL failed (500: Cannot translate).", true],
    [1, { status: 413 }, "DeepL rejected the texts (413).", true],
    [1, { status: 400, body: { message: "Bad\n tag" } }, "DeepL rejected the texts (400: Bad tag).", true],
    [1, { status: 400, body: { error: `For ${key}` } }, "DeepL rejected the texts (400: For …).", true],
    [1, { status: 401 }, "DeepL does not accept the key (401).", false],
    [1, { status: 403, body: { message: `Wrong ${key}` } }, "DeepL does not accept the key (403).", false],
    [1, { status: 456 }, "DeepL has used up the account's quota (456).", false],
    [1, { status: 404 }, "DeepL answers 404.", false],
    [1, "no json", "DeepL returned something that is not JSON.", true],
    [
      1,
      { status: 429, headers: { "Retry-After": "3600" } },
      "DeepL responds with 429: it is busy or accepts no more requests for now. It asks to wait 3600 seconds.",
      false,
    ],
  ])("is given up after %i attempts for %j", async (tries, mood, message, splittable) => {
    service.behave(...times(tries, mood));
    await expect(call()).rejects.toMatchObject({ name: "ServiceProblem", message, splittable });
    expect(service.asked).toHaveLength(tries);
  });

  it("follows redirects only within the service, so that neither key nor text goes elsewhere", async () => {
    service.behave({ status: 307, headers: { Location: `${service.url}/v2/translate` } });
    expect(await call()).toEqual(good);
    expect(service.asked).toHaveLength(2);

    const other = await startTranslationService();
    service.behave({ status: 307, headers: { Location: `${other.url}/v2/translate` } });
    await expect(call()).rejects.toThrow("DeepL redirects to another address. Set that one with --translation-url.");
    expect(other.asked).toEqual([]);
    await other.close();
  });

  it("accepts no user name from a redirect", async () => {
    service.behave({ status: 307, headers: { Location: `${service.url.replace("//", "//user:word@")}/v2/translate` } });
    await expect(call()).rejects.toThrow("DeepL redirects to another address. Set that one with --translation-url.");
    expect(service.asked).toHaveLength(1);
  });

  it.each(["0", "-5", "Fri, 31 Dec 1999 23:59:59 GMT"])(
    "waits its own pauses if the service gives none (Retry-After: %s)",
    async (value) => {
      service.behave({ status: 429, headers: { "Retry-After": value } });
      const before = performance.now();
      await callService({ ...patient, url: `${service.url}/v2/translate` });
      expect(performance.now() - before).toBeGreaterThanOrEqual(60);
    },
  );

  it("reports the problem when nothing listens, without the key", async () => {
    const closed = await startTranslationService();
    await closed.close();
    const failed = callService({
      service: "DeepL",
      url: closed.url,
      secret: key,
      pause: 1,
      signal: new AbortController().signal,
    });
    await expect(failed).rejects.toThrow(/^DeepL could not be reached or closed the connection \(ECONNREFUSED\)\.$/);
  });

  it("ends at once when it is aborted, while it waits for a response and before it repeats", async () => {
    service.behave("silent", { status: 429, headers: { "Retry-After": "30" } });
    const reason = new Error("called off");
    for (const asked of [1, 2]) {
      const controller = new AbortController();
      const running = call(controller.signal);
      await expect.poll(() => service.asked.length).toBe(asked);
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.abort(reason);
      await expect(running).rejects.toThrow();
    }
    expect(service.aborted()).toBeGreaterThanOrEqual(1);
  });
});
