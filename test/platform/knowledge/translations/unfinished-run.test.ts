import { expect, it, onTestFinished } from "vitest";
import { member } from "../../http/content.ts";
import { startDesk } from "./translation-desk.ts";

it("a change request reports a translation run that will still write to it, until it has", async () => {
  const desk = await startDesk();
  onTestFinished(() => desk.service.close());
  const page = (title: string) => ({ operation: "insert_page", title, document: { markdown: `Words of ${title}.` } });
  await desk.edit([page("First")]);
  await desk.run();
  const { result } = await desk.translate((text) => `${text} auf Deutsch`);
  const changes = `GET /v1/spaces/${result?.space}/change-requests/${result?.changeRequest}/changes`;
  const unfinished = async () => member(await desk.service.send(changes), "unfinished");
  expect(await unfinished()).toBeUndefined();
  await desk.edit([page("Second")]);
  await desk.run();
  expect(await unfinished()).toEqual([{ kind: "translation", language: "de", state: "waiting" }]);
  await desk.translate((text) => `${text} auf Deutsch`);
  expect(await unfinished()).toBeUndefined();
});
