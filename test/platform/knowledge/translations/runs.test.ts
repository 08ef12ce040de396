import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, startDesk } from "./translation-desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.service.close());

const german: Readonly<Record<string, string>> = {
  Install: "Installieren",
  "Run ⟦1⟧ and read ⟦2⟧the guide⟦3⟧.": "Führen Sie ⟦1⟧ aus und lesen Sie ⟦2⟧die Anleitung⟦3⟧.",
  Guide: "Anleitung",
  "Two words.": "Zwei Wörter.",
  "Three words now.": "Jetzt drei Wörter.",
  "Quite other words.": "Ganz andere Wörter.",
};
const toGerman = (text: string) => german[text] ?? `!${text}`;

const page = (title: string, markdown: string) => ({ operation: "insert_page", title, document: { markdown } });

describe("a translation without a translation service", () => {
  it("waits with the missing segments, and is not reported as translated", async () => {
    await desk.edit([
      page("Install", "Run `npm install` and read [the guide](guide.md)."),
      page("Guide", "Two words."),
    ]);
    const waiting = await desk.run();
    expect(waiting).toMatchObject({ status: "pending", work: { segments: 4 }, stats: { runs: 1, totalWords: 0 } });
    expect(waiting.result).toBeUndefined();
    const work = await desk.work();
    expect(work?.items.map(({ text, page: { title } }) => `${title}: ${text}`)).toEqual([
      "Install: Install",
      "Install: Run ⟦1⟧ and read ⟦2⟧the guide⟦3⟧.",
      "Guide: Guide",
      "Guide: Two words.",
    ]);
  });

  it("returns its segments in parts", async () => {
    const first = await desk.work("?segments=3");
    expect(first?.items).toHaveLength(3);
    const rest = await desk.work(`?segments=3&page=${first?.next?.page}`);
    expect(rest?.items.map(({ text }) => text)).toEqual(["Two words."]);
    expect(rest?.next).toBeUndefined();
  });

  it("accepts all translations or none, and reports what is wrong with each", async () => {
    const [title, text] = (await desk.work())?.items ?? [];
    const answer = await desk.give(
      [
        { segment: title?.id ?? "", text: "Installieren" },
        { segment: text?.id ?? "", text: "Führen Sie ⟦1⟧ aus." },
        { segment: "unknown", text: "x" },
      ],
      4,
    );
    expect(answer.error?.message).toContain(`translations[1] (${text?.id}): it has ⟦2⟧ nowhere; each appears once`);
    expect(answer.error?.message).toContain("translations[2] (unknown): no such segment is waiting");
    expect((await desk.read()).work?.segments).toBe(4);
  });

  it("rejects two texts for one segment, and reports the same problem of several segments once", async () => {
    const [title, text] = (await desk.work())?.items ?? [];
    const [one, other] = [title?.id ?? "", text?.id ?? ""];
    const twice = await desk.give(
      [
        { segment: one, text: "Installieren" },
        { segment: one, text: "Einrichten" },
      ],
      4,
    );
    expect(twice.error?.message).toContain(
      `translations[1] (${one}): it appears earlier in the list with another text`,
    );
    const empty = await desk.give(
      [
        { segment: one, text: "" },
        { segment: other, text: "" },
      ],
      4,
    );
    expect(empty.error?.message).toMatch(
      `translations[0] (${one}), translations[1] (${other}): it is empty. None of them was stored`,
    );
    expect((await desk.read()).work?.segments).toBe(4);
  });

  it("keeps the given translations, and creates a change request once nothing is missing", async () => {
    const [first] = (await desk.work())?.items ?? [];
    await desk.give([{ segment: first?.id ?? "", text: "Installieren" }]);
    expect(await desk.settled()).toMatchObject({ status: "pending", work: { segments: 3 } });
    const done = await desk.translate(toGerman);
    expect(done).toMatchObject({
      status: "completed",
      stats: { runs: 1, totalWords: 9, totalPages: 2, latestPages: 2, latestWords: 9 },
    });
    expect(done.work).toBeUndefined();
    const target = done.result?.space ?? "";
    expect(await desk.pages(target)).toEqual([]);
    await desk.merge(done);
    const [install, guide] = await desk.pages(target);
    expect([install?.title, install?.path, guide?.title, guide?.path]).toEqual([
      "Installieren",
      "install",
      "Anleitung",
      "guide",
    ]);
    expect(await desk.markdown(target, install?.id ?? "")).toContain(
      "Führen Sie `npm install` aus und lesen Sie [die Anleitung](guide.md).",
    );
  });
});

describe("the next run", () => {
  const titles = async (at: string) => (await desk.pages(at)).map(({ title, path }) => `${title} ${path}`);

  it("asks only for what changed, and follows renames, moves and deletions", async () => {
    const before = await desk.read();
    const target = before.result?.space ?? "";
    const [install, guide] = await desk.pages(desk.space);
    await desk.edit([
      { operation: "update_page", page: guide?.id, document: { markdown: "Two words.\n\nThree words now." } },
      { operation: "update_page", page: install?.id, into: guide?.id },
    ]);
    const waiting = await desk.run();
    expect(waiting.work?.segments).toBe(1);
    expect((await desk.work())?.items.map(({ text }) => text)).toEqual(["Three words now."]);
    const done = await desk.translate(toGerman);
    expect(done).toMatchObject({
      status: "completed",
      stats: { runs: 2, latestPages: 1, latestWords: 3, totalPages: 2 },
    });
    await desk.merge(done);
    expect(await titles(target)).toEqual(["Anleitung guide"]);
    expect(await desk.markdown(target, guide?.id ?? "")).toContain("Zwei Wörter.\n\nJetzt drei Wörter.");
  });

  it("keeps a person's edit until the source changes, and then reports a conflict", async () => {
    const target = (await desk.read()).result?.space ?? "";
    const [guide] = await desk.pages(desk.space);
    await desk.edit(
      [
        {
          operation: "update_page",
          page: guide?.id,
          document: { markdown: "Genau zwei Wörter.\n\nJetzt drei Wörter." },
        },
      ],
      target,
    );
    await desk.edit([
      { operation: "update_page", page: guide?.id, document: { markdown: "Two words.\n\nQuite other words." } },
    ]);
    await desk.run();
    const kept = await desk.translate(toGerman);
    await desk.merge(kept);
    expect(await desk.markdown(target, guide?.id ?? "")).toContain("Genau zwei Wörter.\n\nGanz andere Wörter.");
    await desk.edit([
      { operation: "update_page", page: guide?.id, document: { markdown: "Three words now.\n\nQuite other words." } },
    ]);
    const clash = await desk.run();
    expect(clash.status).toBe("completed");
    const merged = await desk.merge(clash);
    expect(merged.result).toBe("conflicts");
    expect(await desk.markdown(target, guide?.id ?? "")).toContain("Genau zwei Wörter.");
  });

  it("creates no change request if nothing changed", async () => {
    const before = await desk.read();
    const after = await desk.run();
    expect(after.status).toBe("completed");
    expect(after.result).toEqual(before.result);
    expect(after.stats).toMatchObject({ latestPages: 0, latestWords: 0 });
  });

  it("repeats the changes of an archived change request", async () => {
    const { result } = await desk.read();
    await desk.call(`PATCH /v1/spaces/${result?.space}/change-requests/${result?.changeRequest}`, {
      status: "archived",
    });
    const again = await desk.run();
    expect(again.result?.changeRequest).not.toBe(result?.changeRequest);
    expect(again.status).toBe("completed");
  });
});

describe("a glossary", () => {
  it("is returned with the segments that contain its terms, which alone are requested again when a term changes", async () => {
    await desk.call(`PUT /v1/orgs/${desk.service.organization}/translations-glossary`, {
      operations: [{ type: "insert", translations: { en: "guide", de: "Leitfaden" } }],
    });
    const waiting = await desk.run();
    const work = await desk.work();
    expect(waiting.status).toBe("pending");
    expect(work?.items.map(({ text, terms }) => [text, terms])).toEqual([
      ["Guide", { guide: "Leitfaden" }],
      ["Run ⟦1⟧ and read ⟦2⟧the guide⟦3⟧.", { guide: "Leitfaden" }],
    ]);
  });

  it("is changed completely or not at all", async () => {
    const path = `/v1/orgs/${desk.service.organization}/translations-glossary`;
    await desk.call(
      `PUT ${path}`,
      {
        operations: [
          { type: "insert", translations: { en: "space" } },
          { type: "delete", id: "none" },
        ],
      },
      400,
    );
    expect(await desk.call<{ count: number }>(`GET ${path}`)).toMatchObject({ count: 1 });
  });
});

it("a deleted translation is removed with its segments", async () => {
  await desk.call(`DELETE ${desk.path}`);
  await desk.call(`GET ${desk.path}`, undefined, 404);
});
