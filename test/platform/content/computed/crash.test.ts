import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { PageSummary } from "../../../../src/contract/models/page.ts";
import { startService } from "../../../pins/service.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { programFile } from "../../../support/program-file.ts";
import { describing, pathsOf } from "./computed-desk.ts";

const worker = programFile(import.meta.dirname, "crash-worker.ts");

it.each([0, 150, 600])(
  "pages whose process is killed %i ms after they were requested are computed by another, once",
  async (delay) => {
    const folder = mkdtempSync(join(tmpdir(), "computed-crash-"));
    const text = JSON.stringify(describing({ cats: ["/cats"], dogs: ["/dogs"] }));
    const child = spawn(process.execPath, [worker, folder, text], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const space = line.toString().trim();
    await new Promise((resolve) => setTimeout(resolve, delay));
    child.kill("SIGKILL");
    await closed;

    const service = await startService(folder);
    // After the lease of the killed process.
    service.setTime("2026-01-02T03:05:05.000Z");
    await service.platform.jobsSettled();
    const read = async (path: string) => (await service.send(`GET /v1/spaces/${space}/${path}`)).json;
    const { pages } = (await read("content/pages")) as { pages: PageSummary[] };
    expect(pathsOf(pages)).toEqual(["pets", "pets/cats", "pets/dogs"]);
    const revision = (await read("content")) as { id: string; parents: string[]; type: string };
    expect(revision.type).toBe("computed");
    const before = (await read(`revisions/${revision.parents[0]}`)) as { type: string };
    expect(before.type).toBe("merge");
    expect(await contentFaults(service.platform)).toEqual([]);
    await service.close();
  },
);
