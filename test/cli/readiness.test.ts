import { expect, it } from "vitest";
import { Readiness } from "../../src/cli/readiness.ts";
import { openWorkspace } from "../support/platform-workspace.ts";

type Served = Parameters<Readiness["started"]>[0];

function startedOn(platform: Served): Readiness {
  const readiness = new Readiness();
  readiness.started(platform);
  return readiness;
}

const told = async (response: Response) => [response.status, response.headers.get("Retry-After")];

it("a server is ready while the database responds, and not once it is closed", async () => {
  const { platform } = await openWorkspace();
  const readiness = startedOn(platform);
  const ready = await readiness.respond();
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);
  await platform.database.close();
  expect(await told(await readiness.respond())).toEqual([503, "5"]);
});

it("a server is not ready when the database takes longer than 2 s", async () => {
  const { platform } = await openWorkspace();
  const { database } = platform;
  const hanging = { ...database, read: () => new Promise<never>(() => {}) };
  expect(await told(await startedOn({ database: hanging }).respond())).toEqual([503, "5"]);
});

it("a server is ready without contacting another service", async () => {
  expect((await startedOn(undefined).respond()).status).toBe(200);
});

it("a server is not ready once it is stopping", async () => {
  const readiness = startedOn(undefined);
  await readiness.drain(0);
  expect(await told(await readiness.respond())).toEqual([503, "1"]);
});

it("a server that starts is not ready, and says what delays it", async () => {
  const readiness = new Readiness();
  expect(await (await readiness.respond()).json()).toEqual({
    error: { code: 503, message: "The server is starting." },
  });
  readiness.startIsDelayed("A service that it needs does not respond.");
  const answer = await readiness.respond();
  expect(await told(answer)).toEqual([503, "1"]);
  expect(await answer.json()).toMatchObject({
    error: { message: "The server is starting. A service that it needs does not respond." },
  });
});
