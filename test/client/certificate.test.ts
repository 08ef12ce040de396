import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { programFile } from "../support/program-file.ts";
import { type CallName, calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { sendJson, serveTls } from "./loopback-server.ts";
import { certificate } from "./self-signed-certificate.ts";

test.each<[CallName, string, string]>([
  ["read", "none", ""],
  ["update", "not_sent", " Nothing was sent, so nothing was changed."],
  ["create", "not_sent", " Nothing was sent, so nothing was changed."],
  ["run", "not_sent", " Nothing was sent, so nothing was changed."],
])("a %s to a service with an untrusted certificate is not sent and not repeated", async (name, write, sentence) => {
  const { url, received } = await serveTls((response) => sendJson(response, 200, {}));
  const error = await rejection(calls[name](createClient({ baseUrl: url, token: "cd_secret_0123456789" })));
  expect(error).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT", stage: "connect", write, attempts: 1 });
  expect((error as Error).message).toMatch(
    new RegExp(
      `no connection to 127\\.0\\.0\\.1:\\d+ could be made \\(DEPTH_ZERO_SELF_SIGNED_CERT\\)\\.${sentence} Check the service's certificate and the base URL; an authority of your own is trusted when NODE_EXTRA_CA_CERTS names its file\\.$`,
    ),
  );
  expect(received).toEqual([]);
});

test("a certificate that NODE_EXTRA_CA_CERTS names is trusted", async () => {
  const { url } = await serveTls((response) => sendJson(response, 200, { id: "s1" }));
  const folder = await mkdtemp(join(tmpdir(), "copydesk-certificate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "authority.pem"), certificate);
  const program = programFile(import.meta.dirname, "certificate-program.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program, url], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "authority.pem") },
  });
  expect(stdout).toBe('{"id":"s1"}\n');
});
