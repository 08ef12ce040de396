import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { startService } from "../../../pins/service.ts";
import { programFile } from "../../../support/program-file.ts";
import { describing } from "./spec-desk.ts";

const worker = programFile(import.meta.dirname, "crash-worker.ts");

const get = { responses: { 200: { description: "Well" } } };

/** So large that it is read in a thread. */
const large = describing(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`/tides/${index}`, { get }])));

it.each([
  ["while its source is asked", undefined],
  ["when its source has answered", 0],
  ["while it is read or kept", 100 + Math.random() * 400],
])("a specification whose reader is killed %s is read once by another process", async (_, after) => {
  const asked: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    asked.push(response);
    if (asked.length > 1 || after !== undefined) response.end(large);
    server.emit("asked");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`;
  const folder = mkdtempSync(join(tmpdir(), "openapi-crash-"));
  const child = spawn(process.execPath, [worker, folder, url], { stdio: "inherit" });
  const closed = once(child, "close");
  await once(server, "asked");
  await sleep(after ?? 0);
  child.kill("SIGKILL");
  await closed;

  const service = await startService(folder, { outbound: createOutbound((address) => address === "127.0.0.1") });
  const read = async (path: string) =>
    (await service.send(`GET /v1/orgs/${service.organization}/openapi/tides${path}`)).json;
  service.setTime("2026-01-02T03:04:40.000Z");
  await service.platform.jobsSettled();
  expect(await read("")).toMatchObject({ processingState: "complete", lastProcessedErrorCount: 0 });
  expect(await read("/versions")).toMatchObject({ count: 1 });
  const { filesystem } = (await read("/versions/latest/content")) as { filesystem: object };
  expect(filesystem).toMatchObject([{ filename: "api.json", specification: JSON.parse(large) as unknown }]);
  if (after === undefined) expect(asked).toHaveLength(2);
  server.close();
  server.closeAllConnections();
  await service.close();
});
