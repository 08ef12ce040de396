import { createClient } from "../../src/client/client.ts";
import { calls } from "./every-call.ts";

/** Calls each of the given services twice, with a single slot, until it is told to end. */
const controller = new AbortController();
process.once("SIGTERM", () => controller.abort(new Error("told to end")));
const { signal } = controller;
const ended = await Promise.allSettled(
  process.argv.slice(2).flatMap((baseUrl) => {
    const client = createClient({ baseUrl, concurrency: 1 });
    return [calls.read(client, { signal }), calls.read(client, { signal })];
  }),
);
console.log(ended.map((call) => (call.status === "rejected" ? call.reason.message : "answered")).join("; "));
