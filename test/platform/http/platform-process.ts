/** Runs a platform on the folder it is given and answers the requests its parent sends, many at a time. */
import { startService } from "../../pins/service.ts";

const service = await startService(process.argv[2] ?? "");

process.on("message", async ({ id, line, body }: { id: number; line: string; body?: string }) => {
  const { status, json } = await service.send(line, { body });
  process.send?.({ id, answer: { status, json } });
});
const { organization, user, token } = service;
process.send?.({ id: 0, answer: { organization, user, token } });
