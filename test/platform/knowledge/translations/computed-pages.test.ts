import { afterAll, expect, it } from "vitest";
import { computedFrom, describing } from "../../content/computed/computed-desk.ts";
import { startDesk } from "./translation-desk.ts";

const desk = await startDesk();
afterAll(() => desk.service.close());

const toGerman = (text: string) => (text === "Start" ? "Anfang" : "Hallo.");
const publish = async (tags: Record<string, string[]>) => {
  const source = { text: JSON.stringify(describing(tags)) };
  await desk.call(`PUT /v1/orgs/${desk.service.organization}/openapi/pets`, { source });
  await desk.service.platform.jobsSettled();
};
const paths = async (space: string) => (await desk.pages(space)).map(({ path }) => path);

it("computed pages are not translated, because the target space computes its own", async () => {
  await publish({ cats: ["/cats"] });
  await desk.edit([
    { operation: "insert_page", document: { markdown: "# Start\n\nHello.\n" } },
    { operation: "insert_page", computed: computedFrom("pets") },
  ]);
  await desk.service.platform.jobsSettled();
  await desk.run();
  expect((await desk.work())?.items.map(({ text }) => text)).toEqual(["Start", "Hello."]);
  const done = await desk.translate(toGerman);
  await desk.service.platform.jobsSettled();
  await desk.merge(done);
  await desk.service.platform.jobsSettled();
  const target = done.result?.space ?? "";
  expect(await paths(target)).toEqual(await paths(desk.space));

  await publish({ cats: ["/cats"], dogs: ["/dogs"] });
  expect(await paths(target)).toEqual(await paths(desk.space));
  const again = await desk.run();
  expect(again.work?.segments ?? 0).toBe(0);
});
