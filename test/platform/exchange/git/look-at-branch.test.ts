import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { syncGit } from "../../../../src/tools/catalog/sync-git.ts";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const password = "hunter2-hunter2";
const withAda = (url: string) => url.replace("//", `//ada:${password}@`);

async function desk() {
  const server = await startGitServer({ credentials: `ada:${password}` });
  server.commit({ "README.md": "# Welcome\n" });
  const { client, space } = await openGitDesk();
  const context = { client, answerTokens: 2000, signal: new AbortController().signal, progress: () => undefined };
  const question = (input: object) =>
    syncGit.consequence?.({ space, direction: "import", branch: "main", ...input } as never, context);
  return { server, question, client, space };
}

it("an existing repository is checked, and nothing is fetched or kept", async () => {
  const before = await readdir(tmpdir());
  const { server, question, client, space } = await desk();
  expect(await question({ url: withAda(server.url) })).toMatch(/^Import branch "main" of /);
  await expect(client.git.getInfo({ spaceId: space })).rejects.toMatchObject({ status: 404 });
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith("copydesk-git-") && !before.includes(name));
  expect(left).toEqual([]);
});

it("a missing branch is reported instead of a confirmation, with the existing branches", async () => {
  const { server, question } = await desk();
  await expect(question({ url: withAda(server.url), branch: "mian" })).rejects.toThrow(
    /the repository has no branch refs\/heads\/mian\. There are \\?"main/,
  );
});

it("an export may create its branch", async () => {
  const { server, question } = await desk();
  const told = await question({ url: withAda(server.url), branch: "next", direction: "export", message: "Fees" });
  expect(told).toMatch(/^Write space "Handbook"/);
});

it.each(["import", "export"])(
  "rejected credentials are the response to an %s, without the password",
  async (direction) => {
    const { server, question } = await desk();
    const url = server.url.replace("//", "//ada:wrong-password@");
    const answer = await question({ url, direction, message: "Fees" })?.catch((error: Error) => error.message);
    expect(answer).toContain("the repository rejects these credentials");
    expect(answer).not.toContain("wrong-password");
  },
);

it("a port that reads like a status is not taken for one", async () => {
  const { question } = await desk();
  const answer = await question({ url: "http://127.0.0.1:40103/acme/docs.git" })?.catch(
    (error: Error) => error.message,
  );
  expect(answer).toContain("127.0.0.1:40103");
  expect(answer).not.toContain("credentials");
});

it("an unreachable host is reported instead of a confirmation", async () => {
  const { question } = await desk();
  await expect(question({ url: "http://127.0.0.1:9/acme/docs.git" })).rejects.toThrow(/127\.0\.0\.1:9/);
});
