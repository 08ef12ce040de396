import { describe, expect, it } from "vitest";
import { syncGit } from "../../../src/tools/catalog/sync-git.ts";
import { questionBefore } from "../../../src/tools/confirmation.ts";
import { plannedCall, type Tool } from "../../../src/tools/tool.ts";
import { Refusal, scriptedService } from "../../support/scripted-service.ts";
import { callTool, fenced, masked, refusal } from "./call-tool.ts";

const guides = { object: "space", id: "guides", title: "Guides", organization: "acme", revision: "r1" };

const url = "https://git.example.com/acme/docs.git";

const secret = "https://ada:tok-9f8e7d@git.example.com/acme/docs.git";

const repository = { url, ref: "refs/heads/main", directory: "en", commit: "c0ffee" };

const inStep = { repoName: "acme/docs", repository, changed: false };

const at = "/v1/spaces/guides";

/** A service where an import or export ends as `ended`, with the space at `revision` afterwards. */
function service(
  ended: object,
  { before = {}, revision = "r2", ...more }: { before?: object; revision?: string } & Record<string, unknown> = {},
) {
  let begun = "";
  const begin =
    (direction: string): (() => unknown) =>
    () => {
      begun = direction;
      return null;
    };
  return scriptedService({
    [`GET ${at}`]: () => ({ ...guides, revision: begun === "import" ? revision : "r1" }),
    [`GET ${at}/git/info`]: () => {
      const operation = { state: "success", direction: begun, startedAt: "2026-01-02T03:04:05Z", ...ended };
      return begun === "" ? before : { ...before, operation };
    },
    [`POST ${at}/git/import`]: begin("import"),
    [`POST ${at}/git/export`]: begin("export"),
    [`GET ${at}/revisions/r2/changes`]: { changes: [{ type: "page_edited" }, { type: "page_created" }], more: 3 },
    [`GET ${at}/links`]: { items: [], stats: { total: 9, broken: { total: 2 } } },
    [`GET ${at}/content/pages`]: {
      pages: [
        { id: "p1", type: "document", pages: [{ id: "p2", type: "document", pages: [] }] },
        { id: "p3", type: "document", pages: [] },
        { id: "p4", type: "group", pages: [{ id: "p5", type: "link", pages: [] }] },
      ],
    },
    ...more,
  });
}

const sync = (input: object, scripted: ReturnType<typeof service>) =>
  callTool(syncGit, scripted.client, { space: "guides", ...input });

const importing = { direction: "import", url: secret, branch: "main" };

const exporting = { direction: "export", url: secret, branch: "main", message: "Fees" };

describe("an import", () => {
  it("is followed to its end, and reports what it imported", async () => {
    const warnings = ["SUMMARY.md#5 lists nowhere.md, which does not exist."];
    const scripted = service({ commit: "abc123", revision: "r2", warnings });
    const answer = await sync(importing, scripted);
    expect(scripted.writes()).toEqual([`POST ${at}/git/import {"url":"${secret}","ref":"refs/heads/main"}`]);
    expect(fenced(answer)).toEqual([`- ${warnings[0]}\n`]);
    await expect(masked(answer)).toMatchFileSnapshot("answers/sync_git.md");
  });

  it("says that there was nothing new", async () => {
    const links = { items: [], stats: { total: 9, broken: { total: 0 } } };
    const scripted = service({ commit: "abc123" }, { revision: "r1", [`GET ${at}/links`]: links });
    expect(await sync(importing, scripted)).toBe(
      `Space "Guides" (guides) already has all of branch "main" of "${url}" at commit abc123 and stays at revision r1.`,
    );
  });

  it("reads what the service's operation does not return from the revision, and omits the rest", async () => {
    const scripted = service(
      {},
      {
        [`GET ${at}/revisions/r2`]: { git: { oid: "facade" } },
        [`GET ${at}/revisions/r2/changes`]: new Refusal(501, "Not here."),
        [`GET ${at}/links`]: new Refusal(500, "Not now."),
      },
    );
    const answer = await sync(importing, scripted);
    expect(answer).toContain(
      `has imported branch "main" of "${url}" at commit facade, and is at revision r2.\nlist_pages`,
    );
  });

  it("sends remembered values for omitted ones", async () => {
    const sent = async (input: object) => (await writesOf({ direction: "import", ...input }, { before: inStep }))[0];
    const whole = `POST ${at}/git/import {"url":"${url}","ref":"refs/heads/main","repoProjectDirectory":"en"}`;
    expect(await sent({})).toBe(whole);
    expect(await sent({ url: secret })).toBe(whole.replace(url, secret));
    expect(await sent({ branch: "refs/heads/next" })).toBe(whole.replace("main", "next"));
    expect(await sent({ directory: "", force: true })).toBe(
      `POST ${at}/git/import {"url":"${url}","ref":"refs/heads/main","force":true}`,
    );
    expect(await sent({ url: "https://git.example.com/other.git", branch: "v2" })).toBe(
      `POST ${at}/git/import {"url":"https://git.example.com/other.git","ref":"refs/heads/v2"}`,
    );
  });
});

async function writesOf(input: object, more: Parameters<typeof service>[1]): Promise<string[]> {
  const scripted = service({ commit: "abc123" }, more);
  await sync(input, scripted);
  return scripted.writes();
}

it.each([{ direction: "export" }, { ref: "refs/heads/next" }])(
  "the result of another process's call is not reported as that of this one: %o",
  async (other) => {
    const failed = { state: "failure", endedAt: "2026-01-02T03:05:00Z", error: "No such branch.", ...other };
    const answer = await sync(importing, service(failed, { before: inStep }));
    expect(answer).toContain("look at the content to see the result of this one.");
    expect(answer).toContain(`The last ${other.direction ?? "import"} ended 2026-01-02T03:05:00Z with failure`);
  },
);

it("a folder is the same with or without slashes at its ends", async () => {
  const scripted = service({ commit: "abc123" }, { before: inStep });
  await sync({ direction: "import", directory: "./en/" }, scripted);
  expect(scripted.writes()[0]).toContain('"repoProjectDirectory":"en"');
});

describe("an export", () => {
  it("names the commit with the space's content", async () => {
    const scripted = service({ commit: "abc123", revision: "r1" });
    expect(await sync(exporting, scripted)).toBe(
      `Branch "main" of "${url}" has the content of space "Guides" (guides) at commit abc123. People review and merge it there; sync_git with "direction": "import" brings in what they change.`,
    );
    expect(scripted.writes()).toEqual([
      `POST ${at}/git/export {"url":"${secret}","ref":"refs/heads/main","commitMessage":"Fees"}`,
    ]);
  });

  it("says that there was nothing to export, and what changed since", async () => {
    const scripted = service({ commit: "abc123" }, { before: { ...inStep, changed: true } });
    expect(await sync({ direction: "export", message: "Fees" }, scripted)).toContain(
      ": no commit was needed. The space has changed since it was read: export again for that.",
    );
  });
});

describe("without a direction", () => {
  it("compares the two sides, and changes nothing", async () => {
    const operation = {
      state: "failure",
      direction: "export",
      startedAt: "2026-01-02T03:04:05Z",
      error: "No such branch.",
    };
    const scripted = service({}, { before: { ...inStep, changed: true, operation } });
    const answer = await sync({}, scripted);
    expect(scripted.writes()).toEqual([]);
    await expect(masked(answer)).toMatchFileSnapshot("answers/sync_git_standing.md");
  });

  it.each([
    [{}, "was never in sync with a repository that is known here."],
    [{ repoName: "acme/docs", installationProvider: "gitlab" }, 'kept in sync with repository "acme/docs" ("gitlab").'],
    [
      {
        operation: {
          state: "running",
          direction: "import",
          startedAt: "2026-01-02T03:04:05Z",
          progress: { done: 3, total: 10, message: "Reading" },
        },
      },
      'An import is running since 2026-01-02T03:04:05Z: "Reading 3 of 10".',
    ],
  ])("shows what the service returns: %j", async (before, told) => {
    expect(await sync({}, service({}, { before }))).toContain(told);
  });
});

describe("a failure", () => {
  it.each([
    ["import", {}, "conflict", "import it into a space that is empty. Or, if the person wants the branch's side alone"],
    [
      "import",
      inStep,
      "conflict",
      'sync_git with "direction": "export" and a "branch" that is not there yet, have both',
    ],
    [
      "import",
      { ...inStep, repository: { ...repository, ref: "refs/heads/next" } },
      "conflict",
      `all that the space has is in branch "next" of "${url}", folder "en". Where that was merged into this branch`,
    ],
    ["export", inStep, "conflict", 'sync_git with "direction": "import" first, then this call again.'],
    ["export", {}, "conflict", 'export to a "branch" that is not there yet.'],
    ["import", {}, "unprocessable", "Correct that and call again."],
  ])("says what to do for an %s after %j with %s", async (direction, before, errorCode, next) => {
    const scripted = service({ state: "failure", error: 'Both changed "Fees".', errorCode }, { before });
    const problem = await refusal(
      sync({ ...exporting, direction, directory: before === inStep ? "en" : "" }, scripted),
    );
    expect(problem).toContain('failed: "Both changed \\"Fees\\"."');
    expect(problem).toContain(next);
  });

  it("passes on the service's advice", async () => {
    const errorAction = { label: "Log in", url: "https://app.example.com/login" };
    const problem = await refusal(sync(importing, service({ state: "timeout", errorAction })));
    expect(problem).toContain("took too long and was ended: the service does not say why");
    expect(problem).toContain('A person can do this: "Log in" at "https://app.example.com/login".');
  });

  it.each<[string, string]>([
    [secret, "tok-9f8e7d"],
    ["https://tok-9f8e7d@git.example.com/acme/docs.git", "tok-9f8e7d"],
    ["https://tok-9f8e7d-and-more:x@git.example.com/acme/docs.git", "tok-9f8e7d-and-more"],
    ["https://ada:p%40ss%2Fword@git.example.com/acme/docs.git", "p@ss/word"],
  ])("does not reveal the credentials of %s, whatever the service says", async (address, key) => {
    const given = { ...importing, url: address };
    const error = `Cannot read ${address} with ${key}.`;
    const failed = await refusal(sync(given, service({ state: "failure", error })));
    const refused = await refusal(sync(given, service({}, { [`POST ${at}/git/import`]: new Refusal(422, error) })));
    for (const text of [failed, refused]) {
      expect(text).toContain("Cannot read https://git.example.com/acme/docs.git with [token]");
      expect(text).not.toContain(key);
    }
  });
});

describe("a synchronization that is not started", () => {
  it.each([
    [{ url }, "Give direction, import or export."],
    [{ direction: "export", url, branch: "main" }, "Give message"],
    [{ direction: "import" }, "it is not known which repository is meant"],
    [{ direction: "import", url: secret }, `it is not known which branch of "${url}" is meant`],
    [{ direction: "import", url: "docs", branch: "main" }, "url: give the address of a repository, such as https://"],
    [
      { direction: "import", url: "git@git.example.com:acme/docs.git", branch: "main" },
      'Give "https://user:token@git.example.com/acme/docs.git"',
    ],
  ])("refuses %j", async (input, problem) => {
    const scripted = service({});
    expect(await refusal(sync(input, scripted))).toContain(problem);
    expect(scripted.writes()).toEqual([]);
  });

  it("waits for a running operation", async () => {
    const operation = { state: "running", direction: "export", startedAt: "2026-01-02T03:04:05Z" };
    const scripted = service({}, { before: { operation } });
    expect(await refusal(sync(importing, scripted))).toContain("Nothing was started: an export of space");
    expect(scripted.writes()).toEqual([]);
  });

  const question = (input: object, policy: "destructive" | "writes" = "destructive") => {
    const { client } = service({});
    const context = { client, answerTokens: 6000, signal: new AbortController().signal, progress: () => undefined };
    const tool = syncGit as object as Tool;
    const asked = { space: "guides", ...input };
    return plannedCall(tool, asked).then(({ reach }) => questionBefore(tool, asked, context, { policy, reach }));
  };

  const unchecked =
    "This service cannot check the repository first: the run shows whether the address, the branch and the credentials are right.";

  it("asks a person, without the credentials", async () => {
    expect(await question(importing)).toBe(
      `Import branch "main" of "${url}" into space "Guides" (guides), at revision r1, for all its readers. Where both changed the same passage, nothing is imported. ${unchecked}`,
    );
    expect(await question({ ...importing, force: true })).toContain("all its content, 3 pages, is replaced");
    expect(await question(exporting)).toBe(
      `Write space "Guides" (guides), at revision r1, to branch "main" of "${url}", as a commit with the message "Fees", for all who read the repository. ${unchecked}`,
    );
    expect(await question({ ...exporting, force: true })).toContain("is overwritten");
  });

  it.each(["destructive", "writes"] as const)("asks no one to confirm reading the state, under %s", async (policy) => {
    expect(await question({}, policy)).toBeUndefined();
  });
});
