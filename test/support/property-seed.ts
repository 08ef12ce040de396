import fc from "fast-check";

// The same cases on every run, so that a change is judged by itself; COPYDESK_TEST_SEED=random uses new ones.
const seed = process.env.COPYDESK_TEST_SEED ?? "7337";
if (seed !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
