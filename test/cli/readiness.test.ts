import { expect, it } from "vitest";
import { Readiness } from "../../src/cli/readiness.ts";
import { openWorkspace } from "../support/platform-workspace.ts";

const told = async (response: Response) => [response.status, response.headers.get("Retry-After")];

it("a server is ready while the database responds, and not once it is closed", async () => {
  const { platform } = await openWorkspace();
  const readiness = new Readiness(platform);
  const ready = await readiness.answer();
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);
  await platform.database.close();
  expect(await told(await readiness.answer())).toEqual([503, "5"]);
});

it("a server is not ready when the database takes longer than 2 s", async () => {
  const { platform } = await openWorkspace();
  const { database } = platform;
  const hanging = { ...database, read: () => new Promise<never>(() => {}) };
  expect(await told(await new Readiness({ database: hanging }).answer())).toEqual([503, "5"]);
});

it("a server is ready without contacting another service", async () => {
  expect((await new Readiness(undefined).answer()).status).toBe(200);
});

it("a server is not ready once it is stopping", async () => {
  const readiness = new Readiness(undefined);
  await readiness.drain(0);
  expect(await told(await readiness.answer())).toEqual([503, "1"]);
});
