import { expect, it } from "vitest";
import { insertPages, makeChangeRequest, makeSpace, refusal } from "./content.ts";
import { running } from "./running.ts";

const service = running();

it.each([
  ["evaluated=true", "evaluated"],
  ["evaluated=deterministic-only", "evaluated"],
  ["dereferenced=reusable-contents", "dereferenced"],
])("a page asked for with %s is refused rather than answered as it is written", async (query, name) => {
  const changeRequest = await makeChangeRequest(service, await makeSpace(service));
  const [page] = await insertPages(service, changeRequest, [{ title: "Start" }]);
  const asked = await service.send(`GET ${changeRequest}/content/page/${page}?${query}`);
  expect(refusal(asked)).toBe(`501 ${name}: this service answers pages as they are written. Leave it out.`);
  expect((await service.send(`GET ${changeRequest}/content/page/${page}?evaluated=false`)).status).toBe(200);
});
