/** Runs a platform on the given folder and answers requests from its parent, many at a time. */
import type { PlatformOptions } from "../../../src/platform/index.ts";
import { startService } from "../../pins/service.ts";

const [folder = "", files] = process.argv.slice(2);

const service = await startService(
  folder,
  files === undefined ? {} : { files: JSON.parse(files) as NonNullable<PlatformOptions["files"]> },
);

process.on("message", async ({ id, line, body }: { id: number; line: string; body?: string }) => {
  const { status, json } = await service.send(line, { body });
  process.send?.({ id, answer: { status, json } });
});
const { organization, user, token } = service;
process.send?.({ id: 0, answer: { organization, user, token } });
