import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../../../../../src/platform/index.ts";
import { ensureLocalToken, ensureWorkspace } from "../../../../../../src/platform/workspace/spaces/local-workspace.ts";
import { databaseOf } from "../../../../../support/postgres-databases.ts";

/** A network before the server that ends a connection when the answer to its next commit is on the way. */
async function cutAtCommit(server: string) {
  const { port } = new URL(server);
  let isArmed = false;
  const network = createServer((client) => {
    const onward = connect(Number(port), "127.0.0.1");
    let isCommitting = false;
    client.on("data", (bytes) => {
      if (isArmed && /commit/i.test(bytes.toString("latin1"))) {
        isArmed = false;
        isCommitting = true;
      }
      onward.write(bytes);
    });
    onward.on("data", (bytes) => {
      if (isCommitting) client.destroy();
      else client.write(bytes);
    });
    client.on("close", () => onward.destroy()).on("error", () => {});
    onward.on("close", () => client.destroy()).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(network, "listening");
  onTestFinished(() => void network.close());
  const url = new URL(server);
  url.port = String((network.address() as AddressInfo).port);
  return {
    url: url.href,
    arm: () => {
      isArmed = true;
    },
  };
}

it("a change that was cut off at its commit is said to be unknown, and made once if it is sent again with its key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-unknown-"));
  const network = await cutAtCommit(await databaseOf(folder));
  const platform = await openPlatform({ folder, database: network.url });
  onTestFinished(async () => {
    await platform.close();
    rmSync(folder, { recursive: true });
  });
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  const token = await ensureLocalToken(platform.database, folder, user, platform.now());
  const send = (method: string, body?: object) =>
    platform.fetch(
      new Request(`http://localhost/v1/orgs/${organization}/spaces`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          ...(body === undefined ? {} : { "Idempotency-Key": "once" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

  network.arm();
  const unknown = await send("POST", { title: "Once" });
  expect([unknown.status, unknown.headers.get("retry-after")]).toEqual([503, "2"]);
  const { error } = (await unknown.json()) as { error: object };
  expect(error).toEqual({
    code: 503,
    message: expect.stringMatching(/ended while the change was being stored\. Check whether it was stored/),
  });

  const again = await send("POST", { title: "Once" });
  expect(again.status).toBe(201);
  const { items } = (await (await send("GET")).json()) as { items: { title: string }[] };
  expect(items.map(({ title }) => title)).toEqual(["Once"]);
});
