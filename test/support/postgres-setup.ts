import { afterAll, inject } from "vitest";
import { dropDatabases } from "./postgres-databases.ts";

process.env.TEST_POSTGRES_URL = inject("postgres");

afterAll(dropDatabases);
