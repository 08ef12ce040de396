import { createClient } from "../../src/client/client.ts";
import { calls } from "./every-call.ts";

/** Cancels a call at each of the services whose addresses are given, says so and is done. */
const ended = await Promise.allSettled(
  process.argv.slice(2).flatMap((baseUrl) => {
    const client = createClient({ baseUrl, concurrency: 1 });
    const signal = AbortSignal.timeout(150);
    // The second waits for the place of the first.
    return [calls.create(client, { signal }), calls.read(client, { signal })];
  }),
);
console.log(ended.map((call) => (call.status === "rejected" ? call.reason.name : "answered")).join(" "));
