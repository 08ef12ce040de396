import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startTranslationService } from "../support/translation-service.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let ada: Visitor;
let names: { organizationId: string; translationId: string };
let at: string;

beforeAll(async () => {
  desk = await openDesk();
  const space = await desk.makeSpace("Handbook", [{ markdown: "# Limits\n\nWait 10 seconds, see `wait`.\n" }]);
  const { id } = await desk.client.translations.create({
    organizationId: desk.organization,
    source: { space: space.id, language: "en" },
    language: "de",
  });
  names = { organizationId: desk.organization, translationId: id };
  await desk.client.translations.run(names);
  await desk.platform.jobsSettled();
  ada = await desk.signedIn();
  at = `/app/${desk.organization}/translations/${id}`;
});
afterAll(() => desk.close());

const waiting = async () => (await desk.client.translations.get(names)).work?.segments;

it("a person's translations are checked next to the segments before they are submitted", async () => {
  const text = await ada.see(at);
  expect(text).toContain("2 segments to translate");
  expect(text).toContain("Keep ⟦1⟧ once each");
  const { work } = await desk.client.translations.get({ ...names, segments: 10 });
  const [title, body] = (work?.items ?? []).map(({ id }) => `segment-${id}`);
  if (title === undefined || body === undefined) throw new Error("two segments wait");

  const faulty = await ada.send("translate", { [title]: "Grenzen", [body]: "Warte 10 Sekunden." });
  expect(faulty.status).toBe(422);
  expect(ada.text).toContain("has ⟦1⟧ nowhere; each appears once.");
  expect(ada.text).toContain("check 1 segment first");
  expect(ada.html).toContain(">Grenzen</textarea>");
  expect(await waiting()).toBe(2);

  const doubtful = { [title]: "Grenzen", [body]: "Warte 12 Sekunden, siehe ⟦1⟧." };
  expect((await ada.send("translate", doubtful)).status).toBe(422);
  expect(ada.text).toContain("lacks the number 10");
  expect(await waiting()).toBe(2);

  const other = await ada.send("translate", { ...doubtful, [body]: "Warte 13 Sekunden, siehe ⟦1⟧." });
  expect(other.status).toBe(422);
  expect(ada.text).toContain("has the number 13");

  expect(await ada.follow("translate", { [title]: "Grenzen", [body]: "Warte 13 Sekunden, siehe ⟦1⟧." })).toContain(
    "Started.",
  );
  await desk.platform.jobsSettled();
  expect(await waiting()).toBeUndefined();
  expect(await ada.see(at)).not.toContain("segments to translate");
});

it("a run in progress is shown with its progress, and the page's version changes with it", async () => {
  const translator = await startTranslationService();
  const settings = { provider: "deepl", url: translator.url, key: "k", characters: 0, pause: 1 } as const;
  const served = await openDesk({ translation: settings });
  onTestFinished(async () => {
    await served.close();
    await translator.close();
  });
  const space = await served.makeSpace("Handbook", [{ markdown: "# Limits\n\nWait.\n" }]);
  const { id } = await served.client.translations.create({
    organizationId: served.organization,
    source: { space: space.id, language: "en" },
    language: "de",
  });
  translator.slow(2000);
  await served.client.translations.run({ organizationId: served.organization, translationId: id });
  await expect.poll(() => translator.texts()).not.toEqual([]);
  const reader = await served.signedIn();
  const there = `/app/${served.organization}/translations/${id}`;
  const version = () => / data-version="([^"]+)"/.exec(reader.html)?.[1];
  await expect.poll(() => reader.see(there)).toMatch(/Under way +Translating with DeepL \(0 of \d+\)/);
  const during = version();
  await served.platform.jobsSettled();
  expect(await reader.see(there)).not.toContain("Under way");
  expect(version()).not.toBe(during);
});
