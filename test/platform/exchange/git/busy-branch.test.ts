import { chmodSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openGitDesk } from "./git-desk.ts";
import { type GitServer, startGitServer } from "./git-server.ts";

type Step = "looks" | "asks to push" | "pushes";

function stepOf({ url = "" }: IncomingMessage): Step | undefined {
  if (url.endsWith("service=git-upload-pack")) return "looks";
  if (url.endsWith("service=git-receive-pack")) return "asks to push";
  return url.endsWith("/git-receive-pack") ? "pushes" : undefined;
}

/** A space with a page that its branch does not have, and hooks for each step of an export. */
async function editedHandbook(at: (step: Step, count: number) => void) {
  const counts = new Map<Step, number>();
  let isExported = false;
  const server = await startGitServer({
    answer(request) {
      const step = stepOf(request);
      if (!isExported || step === undefined) return false;
      counts.set(step, (counts.get(step) ?? 0) + 1);
      at(step, counts.get(step) ?? 0);
      return false;
    },
  });
  server.commit({ "README.md": "# Home\n", "moss.md": "# Moss\n" });
  const desk = await openGitDesk();
  await desk.import(server.url);
  await desk.publish({ operation: "insert_page", title: "Fern", document: { markdown: "Shade.\n" } });
  return {
    server,
    counts,
    desk,
    export() {
      isExported = true;
      return desk.export(server.url);
    },
  };
}

function onReceived({ folder }: GitServer, hook: string, command: string): void {
  writeFileSync(join(folder, "hooks", hook), `#!/bin/sh\n${command}\n`);
  chmodSync(join(folder, "hooks", hook), 0o755);
}

describe("an export", () => {
  it("waits until the branch is no longer locked", async () => {
    const lock = () => join(handbook.server.folder, "refs", "heads", "main.lock");
    const handbook = await editedHandbook((step, count) => {
      if (step === "asks to push" && count === 1) writeFileSync(lock(), "");
      if (step === "asks to push" && count === 2) rmSync(lock());
    });
    expect(await handbook.export()).toMatchObject({ state: "success" });
    expect(handbook.server.files()).toMatchObject({ "fern.md": "# Fern\n\nShade.\n" });
    expect(handbook.server.count()).toBe(2);
  });

  it.each(["asks to push", "pushes"] as const)("builds on what others pushed when it %s", async (moment) => {
    const handbook = await editedHandbook((step, count) => {
      if (step === moment && count === 1) handbook.server.commit({ "moss.md": "# Moss\n\nOf the wood.\n" });
    });
    expect(await handbook.export()).toMatchObject({ state: "success" });
    expect(handbook.server.files()).toMatchObject({
      "fern.md": "# Fern\n\nShade.\n",
      "moss.md": "# Moss\n\nOf the wood.\n",
    });
    expect(handbook.server.count()).toBe(3);
    await handbook.desk.import(handbook.server.url);
    expect((await handbook.desk.page("moss")).markdown).toContain("Of the wood.");
  });

  it("gives up on a branch that others move on every attempt, and says so", async () => {
    const handbook = await editedHandbook((step, count) => {
      if (step === "asks to push") handbook.server.commit({ "moss.md": `# Moss\n\n${count}\n` });
    });
    expect(await handbook.export()).toMatchObject({
      state: "failure",
      error: expect.stringContaining("changed on every attempt"),
    });
    expect(handbook.server.files()).not.toHaveProperty("fern.md");
  });

  it("is known to have succeeded even if the repository's response was lost", async () => {
    const handbook = await editedHandbook(() => {});
    onReceived(handbook.server, "post-receive", "kill -9 $PPID");
    expect(await handbook.export()).toMatchObject({
      state: "success",
      commit: handbook.server.git("rev-parse", "main").trim(),
    });
    expect(handbook.counts.get("pushes")).toBe(1);
  });

  it("immediately reports what keeps a branch from being written", async () => {
    const handbook = await editedHandbook(() => {});
    onReceived(handbook.server, "pre-receive", 'echo "Changes come by merge request."; exit 1');
    expect(await handbook.export()).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/hook declined.*the repository says \\?"Changes come by merge request\./),
    });
    expect(handbook.counts.get("pushes")).toBe(1);
  });

  it("passes on what the repository says, although it reads like missing credentials", async () => {
    const handbook = await editedHandbook(() => {});
    onReceived(handbook.server, "pre-receive", 'echo "Ticket 4031 was not found."; exit 1');
    expect(await handbook.export()).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/the repository says \\?"Ticket 4031 was not found\./),
    });
  });
});
