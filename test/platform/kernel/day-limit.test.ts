import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { spentOn } from "../../../src/platform/kernel/spending-rows.ts";
import { type Service, startService } from "../../pins/service.ts";
import { misbehaviours, sendCompletion, startModelEndpoint } from "../../support/model-endpoint.ts";
import { accented, startTranslationService, type TranslationService } from "../../support/translation-service.ts";
import { insertPages, makeChangeRequest, makeSpace } from "../http/content.ts";
import { analyse, issuesOf, talk } from "../knowledge/conversations/conversing.ts";
import { goodAnalyst } from "../knowledge/conversations/scripted-analyst.ts";
import { startDesk } from "../knowledge/translations/translation-desk.ts";

const today = "2026-01-02";

const tomorrow = "2026-01-03T00:00:00.000Z";

const spent = ({ platform }: Service, what: Parameters<typeof spentOn>[1], day = today) =>
  platform.database.read((queries) => spentOn(queries, what, day));

/** Two processes on one data folder, with a page to ask about and a model that reports the cost of its answers. */
async function twoThatAsk(tokensPerDay: number, costs: number) {
  const endpoint = await startModelEndpoint((_asked, response) => {
    sendCompletion(response, JSON.stringify({ isTold: true, text: "Run it.", passages: [1], followUps: [] }), costs);
    return undefined;
  });
  const model = { ...endpoint.settings, tokensPerDay };
  const first = await startService(undefined, { model });
  const second = await startService(first.folder, { model });
  onTestFinished(async () => {
    await second.close();
    await first.close();
    expect([...first.log, ...second.log]).toEqual([]);
  });
  const changeRequest = await makeChangeRequest(first, await makeSpace(first));
  await insertPages(first, changeRequest, [{ title: "Install", markdown: "Run the installer." }]);
  await first.send(`POST ${changeRequest}/merge`);
  const ask = (service: Service) =>
    service.send(`POST /v1/orgs/${service.organization}/ask`, { body: JSON.stringify({ query: "installer" }) });
  return { endpoint, first, second, ask };
}

describe("the tokens of a day", () => {
  it("are shared by all processes, and available again the next day, as the asker is told", async () => {
    const { endpoint, first, second, ask } = await twoThatAsk(4_000, 1_500);
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([200, 200]);
    expect(await spent(first, "model-tokens")).toBe(3_000);
    for (const service of [first, second]) {
      const refused = await ask(service);
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, String(20 * 3600 + 55 * 60 + 55)]);
      expect(refused.json).toEqual({
        error: {
          code: 429,
          message:
            "The language model has reached today's limit, which --model-tokens-per-day sets, and can be used again from 2026-01-03 00:00 UTC on.",
        },
      });
    }
    expect(endpoint.asked).toHaveLength(2);
    expect(await spent(first, "model-tokens")).toBe(3_000);
    second.setTime(tomorrow);
    expect((await ask(second)).status).toBe(200);
    expect(await spent(second, "model-tokens", "2026-01-03")).toBe(1_500);
  });

  it("are not promised for another day if no day has enough for one question", async () => {
    const { endpoint, first, ask } = await twoThatAsk(100, 1_500);
    const refused = await ask(first);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, null]);
    expect(JSON.stringify(refused.json)).toMatch(
      /is limited to 100 tokens a day, and this alone may take \d+; --model-tokens-per-day sets the limit\./,
    );
    expect(endpoint.asked).toEqual([]);
    expect(await spent(first, "model-tokens")).toBe(0);
  });

  it("are not overspent by concurrent questions", async () => {
    const { endpoint, first, second, ask } = await twoThatAsk(9_000, 2_000);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index % 2 === 0 ? first : second)));
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - answered);
    expect(endpoint.asked).toHaveLength(answered);
    expect(await spent(first, "model-tokens")).toBe(answered * 2_000);
    expect(answered * 2_000).toBeLessThanOrEqual(9_000);
  });

  it("are given back when a service refuses a question, but not when it breaks off", async () => {
    const { endpoint, first, ask } = await twoThatAsk(1_000_000, 1_500);
    endpoint.reply = misbehaviours["refuses the key"];
    expect((await ask(first)).status).toBe(502);
    expect(await spent(first, "model-tokens")).toBe(0);
    endpoint.reply = misbehaviours["answers something else"];
    expect((await ask(first)).status).toBe(502);
    expect(await spent(first, "model-tokens")).toBeGreaterThan(1_500);
  });

  it("leave conversations to statistics once they are spent, until the model continues another day", async () => {
    const costs = 1_500;
    const endpoint = await startModelEndpoint((asked, response) => {
      sendCompletion(response, JSON.stringify(goodAnalyst(asked, response)), costs);
      return undefined;
    });
    const service = await startService(undefined, { model: { ...endpoint.settings, tokensPerDay: 9_000 } });
    onTestFinished(() => service.close());
    const talks = Array.from({ length: 12 }, (_, index) => talk(`d${index}`, `Custom domain ${index}: not verified.`));
    await analyse(service, ...talks);
    expect(await issuesOf(service)).toHaveLength(12);
    expect(endpoint.asked.length).toBeGreaterThan(0);
    expect(endpoint.asked.length * costs).toBeLessThanOrEqual(9_000);
    expect(service.log.join()).toContain(
      "can be used again from 2026-01-03 00:00 UTC on. The rest was done with text statistics.",
    );
    const before = endpoint.asked.length;
    await analyse(service, talk("d12", "Custom domain 12: not verified."));
    expect(endpoint.asked).toHaveLength(before);
    service.setTime(tomorrow);
    await analyse(service, talk("d13", "Custom domain 13: not verified."));
    expect(endpoint.asked.length).toBeGreaterThan(before);
  });
});

describe("the questions of a minute", () => {
  it("are counted per user across all processes", async () => {
    const { endpoint, first, second, ask } = await twoThatAsk(0, 10);
    const answers = await Promise.all(Array.from({ length: 22 }, (_, index) => ask(index % 2 === 0 ? first : second)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429, 429]);
    expect(endpoint.asked).toHaveLength(20);
    second.setTime("2026-01-02T03:04:08.000Z");
    expect([(await ask(second)).status, (await ask(second)).status]).toEqual([200, 429]);
  });

  it("are restored after a minute, even if the clock was set back", async () => {
    const { first, ask } = await twoThatAsk(0, 10);
    const askTwenty = async () =>
      (await Promise.all(Array.from({ length: 20 }, () => ask(first)))).map((one) => one.status);
    expect(await askTwenty()).toEqual(Array(20).fill(200));
    first.setTime("2026-01-02T03:05:05.000Z");
    expect(await askTwenty()).toEqual(Array(20).fill(200));
    first.setTime("2026-01-01T00:00:00.000Z");
    expect(await askTwenty()).toEqual(Array(20).fill(200));
  });
});

describe("the characters of a day", () => {
  let translator: TranslationService;
  beforeAll(async () => {
    translator = await startTranslationService();
  });
  afterAll(() => translator.close());

  async function open(charactersPerDay: number) {
    translator.forget();
    translator.speak(accented);
    const { url } = translator;
    const translation = { provider: "deepl", url, key: "k-123456", characters: 0, charactersPerDay, pause: 1 } as const;
    const service = await startService(undefined, { translation });
    onTestFinished(() => service.close());
    const desk = await startDesk(service);
    await desk.edit(
      Array.from({ length: 20 }, (_, index) => ({
        operation: "insert_page",
        title: `Page ${index}`,
        document: { markdown: `Words ${index}.` },
      })),
    );
    return desk;
  }

  it("interrupt a run's orders, whose segments wait for whoever requested them, and the run continues another day", async () => {
    const desk = await open(200);
    const waiting = await desk.run();
    expect(waiting.status).toBe("pending");
    expect(waiting.work?.problem).toMatch(
      /^\d+ of the 200 characters that --translation-characters-per-day allows were sent today, and the next text is longer than what is left\. Run it again from 2026-01-03 00:00 UTC on, or provide the rest\.$/,
    );
    const sent = translator.texts().join("").length;
    expect(sent).toBeGreaterThan(190);
    expect(sent).toBeLessThanOrEqual(200);
    expect(await spent(desk.service, "translation-characters")).toBe(sent);
    await desk.run();
    expect(translator.texts().join("").length).toBe(sent);
    desk.service.setTime(tomorrow);
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await spent(desk.service, "translation-characters", "2026-01-03")).toBe(
      translator.texts().join("").length - sent,
    );
  });

  it("are not promised for another day to a text that exceeds the daily limit", async () => {
    const desk = await open(3);
    expect((await desk.run()).work?.problem).toMatch(
      /^The next text has \d+ characters, and --translation-characters-per-day allows 3 in a whole day\. Provide the rest, or have the limit raised\.$/,
    );
    expect(translator.texts()).toEqual([]);
  });

  it("are given back by a service that refuses, also for the run", async () => {
    const desk = await open(10_000);
    translator.behave({ status: 403 });
    expect((await desk.run()).work?.problem).toBe("DeepL does not accept the key (403).");
    expect(await spent(desk.service, "translation-characters")).toBe(0);
    const shares = await desk.service.platform.database.read((queries) =>
      queries.selectFrom("translation_share").select("characters").execute(),
    );
    expect(shares).toEqual([{ characters: 0 }]);
  });
});
