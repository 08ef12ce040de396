import { createClient } from "../../src/client/client.ts";
import { calls } from "./every-call.ts";

/** Reads a space of the service whose address is the first argument. */
console.log(JSON.stringify(await calls.read(createClient({ baseUrl: process.argv[2] ?? "" }))));
