import { openPlatform } from "../../../../src/platform/index.ts";
import { crashKinds } from "./crash-kinds.ts";

/** Runs the jobs of a data folder until it is killed. */
const [folder = ""] = process.argv.slice(2);

const platform = await openPlatform({ folder, jobs: crashKinds });

await platform.jobsSettled();

await new Promise((resolve) => setTimeout(resolve, 300_000));
