import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GitInfo } from "../../src/contract/models/git.ts";
import type { PageSummary } from "../../src/contract/models/page.ts";
import type { Revision } from "../../src/contract/models/revision.ts";
import type { Space } from "../../src/contract/models/space.ts";
import { loopback } from "../platform/exchange/git/git-desk.ts";
import { startGitServer } from "../platform/exchange/git/git-server.ts";
import { matchOperation, readDescription, versions } from "./description.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { Validator } from "./validator.ts";

const descriptions = versions.map((version) => {
  const description = readDescription(version);
  return { version, description, validator: new Validator(description) };
});

let platform: ServedPlatform;
let space = "";

beforeAll(async () => {
  platform = await servePlatform({ outbound: loopback() });
});
afterAll(() => platform.close());

/** The problems of each published version with a response. */
function problemsWith(method: string, path: string, status: number, body: unknown): string[] {
  return descriptions.flatMap(({ version, description, validator }) => {
    const operation = matchOperation(description, method, path.replace(/\?.*/, ""))?.operation;
    // The older version has no operation that edits pages.
    if (operation === undefined) return version === "0.146.0" ? [] : [`${version} has no ${method} ${path}`];
    return validator.answerProblems(operation, status, body).map((problem) => `${version}: ${problem}`);
  });
}

async function send<Body>(line: string, body?: object): Promise<Body> {
  const [method = "", path = ""] = line.split(" ");
  const answer = await platform.send(`${method} /v1${path}`, body === undefined ? {} : { body: JSON.stringify(body) });
  expect(problemsWith(method, path, answer.status, answer.json), line).toEqual([]);
  return answer.json as Body;
}

describe("a space whose pages link by id, slug and path", () => {
  let changeRequest = "";

  beforeAll(async () => {
    ({ id: space } = await send<Space>(`POST /orgs/${platform.organization}/spaces`, {
      title: "Masts",
      emoji: "1f327",
    }));
    ({ id: changeRequest } = await send<{ id: string }>(`POST /spaces/${space}/change-requests`, {}));
    const content = `/spaces/${space}/change-requests/${changeRequest}/content`;
    const insert = (title: string, markdown: string, into?: string) =>
      send(`POST ${content}`, {
        changes: [{ operation: "insert_page", title, document: { markdown }, ...(into === undefined ? {} : { into }) }],
      });
    await insert("Care", "Oil it.\n");
    const { pages } = await send<{ pages: PageSummary[] }>(`GET ${content}/pages`);
    const care = pages[0]?.id ?? "";
    await insert("Oils", "Linseed. [Care](/pages/care#rest)\n", care);
    await insert(
      "Index",
      `[id](/pages/${care}) [slug](/pages/care/oils) [path](/pages/care/oils.md) [no](/pages/gone)\n`,
    );
  });

  it("has page lists and change request content that match both published versions, each page with its hash", async () => {
    const content = `/spaces/${space}/change-requests/${changeRequest}/content`;
    const { pages } = await send<{ pages: PageSummary[] }>(`GET ${content}/pages`);
    const all = pages.flatMap((page) => [page, ...(page.pages ?? [])]);
    expect(all.map(({ git }) => git)).toEqual([
      // As `git hash-object` has it for the files that the last test exports.
      { oid: "9196e1a1c14687ccdd240cfb84fa3fbf3a58b7c1", path: "care.md" },
      { oid: "8303941346ed235bc74af50f9f16bab6b4883fb9", path: "care/oils.md" },
      { oid: "78391ca7e0d05df9cda1503a1802ff22d832802e", path: "index.md" },
    ]);
    await send(`GET ${content}`);
    await send(`POST /spaces/${space}/change-requests/${changeRequest}/merge`);
    await send(`GET /spaces/${space}/content`);
    await send(`GET /spaces/${space}/content/pages`);
  });

  it("has no Git information until it is in a repository", async () => {
    const answer = await platform.send(`GET /v1/spaces/${space}/git/info`);
    expect(answer.status).toBe(404);
    expect(await send<Space>(`GET /spaces/${space}`)).not.toHaveProperty("gitSync");
  });

  it("is exported with relative links, as files with the hashes of its pages", async () => {
    const server = await startGitServer();
    await send(`POST /spaces/${space}/git/export`, { url: server.url, ref: "refs/heads/main", commitMessage: "Masts" });
    await platform.platform.jobsSettled();
    expect(server.files()).toMatchObject({
      "index.md": "# Index\n\n[id](care.md) [slug](care/oils.md) [path](care/oils.md) [no](/pages/gone)\n",
      "care/oils.md": "# Oils\n\nLinseed. [Care](../care.md#rest)\n",
    });
    const { pages } = await send<{ pages: PageSummary[] }>(`GET /spaces/${space}/content/pages`);
    for (const { git } of pages.flatMap((page) => [page, ...(page.pages ?? [])])) {
      expect(git?.oid, git?.path).toBe(server.git("rev-parse", `main:${git?.path}`).trim());
    }
    const connection = { installationId: space, installationProvider: "github", installationStatus: "active" };
    expect(await send<GitInfo>(`GET /spaces/${space}/git/info`)).toMatchObject(connection);
    expect((await send<Space>(`GET /spaces/${space}`)).gitSync).toMatchObject(connection);
    const { git } = await send<Revision>(`GET /spaces/${space}/content`);
    expect(git).toMatchObject({ createdByService: true, createdByGitBook: true, message: "Masts" });
  });
});
