import { pathToFileURL } from "node:url";
import { afterAll, inject } from "vitest";
import { dropDatabases } from "./postgres-databases.ts";
import { programFile } from "./program-file.ts";

// Programs that tests start see these too.
Object.assign(process.env, {
  TEST_POSTGRES_URL: inject("postgres"),
  TEST_POSTGRES_OWNER: String(process.pid),
  TEST_POSTGRES_PRELOAD: pathToFileURL(programFile(import.meta.dirname, "postgres-preload.ts")).href,
});

afterAll(dropDatabases);
