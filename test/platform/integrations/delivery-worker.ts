import { openPlatform } from "../../../src/platform/index.ts";
import { createOutbound } from "../../../src/platform/kernel/outbound/outbound.ts";

/** Runs the jobs of a data folder until it is killed. */
const [folder = ""] = process.argv.slice(2);

const platform = await openPlatform({ folder, outbound: createOutbound((address) => address === "127.0.0.1") });

await platform.jobsSettled();

await new Promise((resolve) => setTimeout(resolve, 300_000));
