import { openPlatform } from "../../../../src/platform/index.ts";

/** Runs the jobs of a data folder until it is killed. */
const [folder = ""] = process.argv.slice(2);

const platform = await openPlatform({ folder });

const running = platform.jobsSettled();

await new Promise((resolve) => setTimeout(resolve, 200));

console.log("running");

await running;

await new Promise((resolve) => setTimeout(resolve, 300_000));
