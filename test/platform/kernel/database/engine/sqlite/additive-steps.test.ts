import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openFolder } from "../../../../../../src/platform/kernel/database/engine/sqlite/open.ts";
import { testAdditiveSteps } from "../../additive-steps.ts";
import { sqliteParts } from "../../step-check.ts";

const folder = mkdtempSync(join(tmpdir(), "copydesk-additive-"));

afterAll(() => rmSync(folder, { recursive: true }));

testAdditiveSteps((name, options) => openFolder(join(folder, name), options), sqliteParts);
