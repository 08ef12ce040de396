import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "../../../pins/service.ts";

let service: Service;
let path: string;
beforeAll(async () => {
  service = await startService();
  path = `/v1/orgs/${service.organization}/translations-glossary`;
});
afterAll(() => service.close());

interface Entry {
  readonly id: string;
  readonly translations: Readonly<Record<string, string>>;
}
const edit = async (operations: object[]) => {
  const { status } = await service.send(`PUT ${path}`, { body: JSON.stringify({ operations }) });
  expect(status).toBe(204);
};
const insert = (translations: object) => ({ type: "insert", translations });

/** Every entry, two per page. */
async function listed(query: string): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = ""; ; ) {
    const { json } = await service.send(`GET ${path}?limit=2${query}${page}`);
    const { items, next } = json as { items: Entry[]; next?: { page: string } };
    all.push(...items);
    if (next === undefined) return all;
    page = `&page=${encodeURIComponent(next.page)}`;
  }
}
const english = (entries: readonly Entry[]) => entries.map(({ translations }) => translations.en ?? "-");

it("entries are listed by their terms in a language in any case, those without one first", async () => {
  await edit(["space", "Page", "link", "Änderung", "anchor"].map((en) => insert({ en, de: `${en}!` })));
  await edit([insert({ de: "Nur" }), insert({ fr: "Seul" }), insert({ de: "Auch" })]);
  const entries = await listed("&orderBy=en");
  expect(english(entries)).toEqual(["-", "-", "-", "anchor", "link", "Page", "space", "Änderung"]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(8);
});

it("entries are listed by their new terms after changes and deletions", async () => {
  const entries = await listed("&orderBy=en");
  const id = (en: string) => entries.find(({ translations }) => translations.en === en)?.id;
  await edit([
    { type: "update", id: id("anchor"), translations: { en: "zone" } },
    { type: "update", id: id("link"), translations: { de: "Verweis" } },
    { type: "delete", id: id("Page") },
  ]);
  expect(english(await listed("&orderBy=en"))).toEqual(["-", "-", "-", "-", "space", "zone", "Änderung"]);
  expect(await listed("")).toHaveLength(7);
});
