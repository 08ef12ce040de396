import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createOutbound } from "../../../src/platform/outbound/outbound.ts";
import { startService } from "../../pins/service.ts";
import { describing } from "./spec-desk.ts";

const worker = fileURLToPath(new URL("crash-worker.ts", import.meta.url));

it("a specification whose reader is killed is read by another process, once", { timeout: 60_000 }, async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    // The first reader is killed while it waits.
    if (held.push(response) > 1) response.end(describing({}));
    else server.emit("asked");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`;
  const folder = mkdtempSync(join(tmpdir(), "openapi-crash-"));
  const child = spawn(process.execPath, ["--import", "tsx", worker, folder, url], { stdio: "inherit" });
  await once(server, "asked");
  child.kill("SIGKILL");
  await once(child, "close");

  const service = await startService(folder, { outbound: createOutbound((address) => address === "127.0.0.1") });
  const read = async (path: string) =>
    (await service.send(`GET /v1/orgs/${service.organization}/openapi/tides${path}`)).json;
  await service.platform.jobsSettled();
  expect(await read("")).toMatchObject({ processingState: "progress" });
  service.setTime("2026-01-02T03:04:40.000Z");
  await service.platform.jobsSettled();
  expect(await read("")).toMatchObject({ processingState: "complete", lastProcessedErrorCount: 0 });
  expect(await read("/versions")).toMatchObject({ count: 1 });
  expect(held).toHaveLength(2);
  server.close();
  server.closeAllConnections();
  await service.close();
});
