import { describe, expect, it } from "vitest";
import { cloneForImport } from "../../../../src/platform/exchange/git/clone-for-import.ts";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

/** A server that redirects requests to the repository of another, and that other one. */
async function startRedirecting(redirects: (method: string | undefined) => boolean) {
  const goal = await startGitServer();
  goal.commit({ "README.md": "# Goal\n" });
  const server = await startGitServer({
    answer: (request, response) => {
      if (!redirects(request.method)) return false;
      const path = (request.url ?? "").replace("/team/docs.git", "");
      response.writeHead(307, { Location: goal.url + path }).end();
      return true;
    },
  });
  server.commit({ "README.md": "# Home\n" });
  return { server, goal };
}

/** A redirect could lead into the private network, past the check of the address. */
describe("a repository's server that redirects", () => {
  it.each([
    ["every request", () => true],
    ["the request for the commits", (method: string | undefined) => method === "POST"],
  ] as const)("%s is not followed, neither to read nor to write", async (_, redirects) => {
    const { server, goal } = await startRedirecting(redirects);
    const desk = await openGitDesk();
    expect((await desk.import(server.url)).state).toBe("failure");
    await desk.publish({ operation: "insert_page", title: "More", document: { markdown: "x\n" } });
    expect((await desk.export(server.url)).state).toBe("failure");
    const cloned = cloneForImport(server.url, new AbortController().signal);
    await expect(cloned).rejects.toThrow("The repository cannot be imported");
    expect(goal.authorizations).toEqual([]);
    expect(goal.count()).toBe(1);
  });
});
