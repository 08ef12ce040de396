import { expect, it } from "vitest";
import { sweep } from "../../../../src/platform/operations/upkeep/sweep.ts";
import { temporaryFolder } from "../../exchange/space-files/temporary-folder.ts";
import { openSpecDesk } from "./spec-desk.ts";

const desk = openSpecDesk();
const description = (title: string) =>
  `{"openapi": "3.1.0", "info": {"title": "${title}", "version": "1"}, "paths": {}}`;

it("a source whose reading was interrupted is read again by the daily sweep", async () => {
  desk.files.set("/a.json", { text: description("One") });
  await desk.put("a", { url: `${desk.origin}/a.json` });
  const { platform } = desk.service;
  const error = JSON.stringify({ code: "timeout", message: "It took too long and was stopped." });
  await platform.database.write((queries) =>
    queries
      .updateTable("job")
      .set({ state: "failed", error, attempts_left: 0 })
      .where("kind", "=", "openapi")
      .execute(),
  );
  expect(await desk.read("a")).toMatchObject({ lastProcessErrorCode: "PARSE_ERROR" });

  desk.files.set("/a.json", { text: description("Two") });
  await sweep({
    database: platform.database,
    folder: await temporaryFolder(),
    temporary: await temporaryFolder(),
    now: () => platform.now(),
  });
  await platform.jobsSettled();
  const spec = await desk.read("a");
  expect(spec.lastProcessErrorCode).toBeUndefined();
  expect(desk.asked).toHaveLength(2);
});
