import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { endPrograms, start, temporaryFolder } from "./program.ts";
import { writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
afterAll(endPrograms);

describe("copydesk preview", () => {
  it("serves a folder as a site, reloads open pages on a change, and leaves nothing behind", async () => {
    const docs = writeFolder(join(folder, "docs"), { "README.md": "# Herbarium\n\nMosses\n" });
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    const program = start(["preview", docs, "--port", "0"], { TMPDIR: temporary });
    const { preview } = JSON.parse(await program.line("stdout", /preview/)) as { preview: string };
    expect(await (await fetch(preview)).text()).toContain("<p>Mosses</p>");

    const events = await fetch(`${preview}~changes`);
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    writeFileSync(join(docs, "README.md"), "# Herbarium\n\nFerns\n");
    expect((await reader?.read())?.value).toContain("event: changed");
    expect(await (await fetch(preview)).text()).toContain("<p>Ferns</p>");

    writeFolder(docs, { ".copydesk/site.yaml": "footer:\n  copyright: Fern people\n" });
    expect((await reader?.read())?.value).toContain("event: changed");
    expect(await (await fetch(preview)).text()).toContain("Fern people");
    await reader?.cancel();

    program.child.kill("SIGINT");
    const { code } = await program.ended;
    expect(code).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("requires an existing folder", async () => {
    const { code, stderr } = await answered(["preview", join(folder, "none")]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("There is no folder")]);
  });
});
