import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answered } from "./in-process.ts";
import { temporaryFolder } from "./program.ts";
import { callOperation, writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");

/** Runs a command at the desk of these tests. */
const desk = (...args: string[]) => answered([...args, "--data", data]);

const json = async (...args: string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await desk(...args, "--json");
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

/** What a command prints on a terminal. */
async function onTerminal(run: () => Promise<{ readonly stdout: string }>): Promise<string> {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  vi.stubEnv("NO_COLOR", "");
  vi.stubEnv("TERM", "xterm");
  try {
    return (await run()).stdout;
  } finally {
    process.stdout.isTTY = isTTY;
    vi.unstubAllEnvs();
  }
}

/** A draft of the space with one more line on a page; its number. */
async function propose(subject: string, page: string, markdown: string): Promise<number> {
  const [space] = (await json("spaces", "Hand")) as { id: string }[];
  const spaceId = space?.id ?? "";
  const { id, number } = (await callOperation(data, "changeRequests.create", { spaceId, subject })) as {
    id: string;
    number: number;
  };
  const { id: pageId } = (await json("read", page, "--space", "Handbook")) as { id: string };
  await callOperation(data, "changeRequestContent.apply", {
    spaceId,
    changeRequestId: id,
    changes: [{ operation: "update_page", page: pageId, document: { markdown } }],
  });
  await callOperation(data, "changeRequests.update", { spaceId, changeRequestId: id, status: "open" });
  return number;
}

beforeAll(async () => {
  const handbook = writeFolder(join(folder, "handbook"), {
    "README.md": "# Handbook\n\nBegin with [Holidays](holidays.md) or [a page there is not](gone.md).\n",
    "holidays.md": "# Holidays\n\nEverybody has thirty days.\n\n## Carry over\n\nFive days at most.\n",
  });
  await answered(["import", handbook, "--data", data]);
  await answered([
    "import",
    writeFolder(join(folder, "notes"), { "README.md": "# Notes\n\nNothing.\n" }),
    "--data",
    data,
  ]);
});

describe("copydesk spaces", () => {
  it("lists the spaces without the marks meant for models", async () => {
    const { code, stdout, stderr } = await desk("spaces");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^- Handbook \(id \w{20}\)$/m);
    expect(stdout).not.toMatch(/marks|text-[0-9a-f]/);
    expect(stdout).not.toContain("list_pages");
  });

  it("says how to create the first space", async () => {
    const { stdout } = await answered(["spaces", "--data", join(folder, "empty")]);
    expect(stdout).toBe("There is no space yet. copydesk import <folder> creates one.\n");
  });

  it("accepts part of a title, and prints JSON", async () => {
    expect(await json("spaces", "note")).toMatchObject([{ object: "space", title: "Notes" }]);
  });
});

describe("copydesk pages", () => {
  it("shows the table of contents", async () => {
    expect((await desk("pages", "Handbook")).stdout).toContain("Holidays");
    expect(await json("pages", "Handbook")).toMatchObject([{ title: "Handbook" }, { title: "Holidays" }]);
  });
});

describe("copydesk search", () => {
  it("finds passages, and every occurrence of an exact text", async () => {
    expect((await desk("search", "carry", "over")).stdout).toContain("Five days at most");
    const { stdout } = await desk("search", "thirty", "--exact", "--space", "Handbook");
    expect(stdout).toContain("Everybody has «thirty» days.");
  });

  it("marks what it found as bold on a terminal, and not at all elsewhere", async () => {
    const { stdout } = await desk("search", "thirty");
    expect(stdout).toContain("Everybody has thirty days.");
    expect(stdout).not.toContain("**");
    expect(await onTerminal(() => desk("search", "thirty", "--no-pager"))).toContain(
      "Everybody has \u001b[1mthirty\u001b[0m days.",
    );
  });

  it("prints JSON of one space, or of all", async () => {
    expect(await json("search", "holidays", "--space", "Handbook")).toMatchObject([{ title: "Holidays" }, {}]);
    expect(JSON.stringify(await json("search", "holidays"))).toContain("Holidays");
  });

  it.each(["0", "51", "many"])("refuses --limit %s", async (limit) => {
    const { code, stderr } = await desk("search", "x", "--limit", limit);
    expect([code, stderr]).toEqual([1, `--limit takes a whole number from 1 to 50, not "${limit}".\n`]);
  });
});

describe("copydesk read", () => {
  it("prints only the Markdown where stdout is not a terminal", async () => {
    const { code, stdout, stderr } = await desk("read", "Holidays", "--space", "Handbook");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("# Holidays\n\nEverybody has thirty days.\n\n## Carry over\n\nFive days at most.\n");
  });

  it("prints one section, or the outline", async () => {
    const { stdout } = await desk("read", "Holidays", "--space", "Handbook", "--section", "Carry over");
    expect(stdout).toContain("Five days at most.");
    expect(stdout).not.toContain("thirty");
    expect((await desk("read", "Holidays", "--space", "Handbook", "--outline")).stdout).toContain("Carry over");
  });

  it("lists what exists where nothing matches, in words for a person", async () => {
    const { code, stderr } = await desk("read", "Holydays", "--space", "Handbook");
    expect(code).toBe(1);
    expect(stderr).toContain("Holidays");
    expect(stderr).not.toMatch(/\b(?:list|read|search)_\w+/);
    const several = await desk("pages");
    expect(several.stderr).toContain("--space");
  });

  it("needs no space for a page that only one has, and names the spaces that have it otherwise", async () => {
    expect((await desk("read", "holidays")).stdout).toContain("Everybody has thirty days.");
    expect((await desk("links", "Holidays")).stdout).toContain("Holidays links to 0 targets.");
    expect((await desk("open", "holidays", "--print")).stdout).toContain("/holidays");
    expect((await desk("history", "holidays")).code).toBe(0);
    expect((await desk("comment", "--page", "holidays")).code).toBe(0);
    const { code, stderr } = await desk("read", "readme");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^2 spaces have a page "readme"\. Name one with --space:\n- Handbook \(id \w+\)\n- Notes \(id \w+\)\n$/,
    );
  });

  it("prints the page and its metadata as JSON", async () => {
    const page = await json("read", "holidays", "--space", "Handbook");
    expect(page).toMatchObject({ title: "Holidays", path: "holidays", markdown: expect.stringContaining("thirty") });
  });
});

describe("copydesk links", () => {
  it("lists links from and to a page, and fails for a broken link", async () => {
    const { code, stdout } = await desk("links", "Handbook", "--space", "Handbook");
    expect(code).toBe(1);
    expect(stdout).toMatch(/links to 2 targets, of which 1 is missing/);
    expect(stdout).toContain("missing: ");
    const other = await desk("links", "Holidays", "--space", "Handbook");
    expect([other.code, other.stdout]).toEqual([
      0,
      "Holidays links to 0 targets.\n1 place links to it.\n  Handbook (readme)\n",
    ]);
  });
});

describe("a change request in the terminal", () => {
  it("is listed, shown, commented on, reviewed and merged, and then is in the history", async () => {
    const number = String(await propose("Say more", "Holidays", "# Holidays\n\nEverybody has thirty-one days.\n"));
    const at = ["--space", "Handbook"];
    expect((await desk("changes")).stdout).toContain(`#${number} "Say more"`);
    expect(await json("changes", ...at)).toMatchObject([{ subject: "Say more", status: "open" }]);
    const { stdout: diff } = await desk("diff", number, ...at);
    expect(diff).toMatch(/^-Everybody has thirty days\.\n(?:-.*\n)*\+Everybody has thirty-one days\.$/m);
    expect(await json("diff", number, ...at)).toMatchObject({ changes: expect.any(Array) });
    expect((await desk("comment", "Is that so?", "--change-request", number, ...at)).stdout).toContain(
      "Posted comment",
    );
    expect((await desk("comment", "--change-request", number, ...at)).stdout).toContain("Is that so?");
    const asked = await desk("merge", number, ...at);
    expect([asked.code, asked.stdout]).toEqual([1, ""]);
    expect(asked.stderr).toContain("Merge change request");
    expect(asked.stderr).toContain("Confirm with --yes");
    expect((await desk("merge", number, ...at, "--yes")).code).toBe(0);
    expect((await desk("read", "Holidays", ...at)).stdout).toContain("thirty-one");
    expect((await desk("history", ...at)).stdout).toContain("Say more");
    expect((await desk("history", "Holidays", ...at)).stdout).toContain("Say more");
  });

  it("names the command that takes in what was merged meanwhile", async () => {
    const at = ["--space", "Notes"];
    const [space] = (await json("spaces", "Notes")) as { id: string }[];
    const opened = await desk("propose", "Outdated", ...at);
    const number = /#(\d+)/.exec(opened.stdout)?.[1] ?? "";
    const other = await desk("propose", "Merged first", ...at);
    const first = /#(\d+)/.exec(other.stdout)?.[1] ?? "";
    const file = join(folder, "notes.md");
    writeFileSync(file, "# Notes\n\nSomething.\n");
    await desk("edit", "Notes", "--from", file, "--change-request", first, ...at);
    await desk("merge", first, ...at, "--yes");
    const later = join(folder, "sails.md");
    writeFileSync(later, "# Sails\n\nRed.\n");
    await desk("upload", later, "--change-request", number, ...at);
    const { stdout } = await desk("diff", number, ...at);
    expect(stdout).toContain(`copydesk update ${number} --space ${space?.id} brings its content in`);
    expect((await desk("update", number, "--space", space?.id ?? "")).code).toBe(0);
  });

  it("says how to fill it when it is empty", async () => {
    const proposed = await desk("propose", "Nothing yet", "--space", "Handbook");
    const number = /#(\d+)/.exec(proposed.stdout)?.[1] ?? "";
    const { stdout } = await desk("diff", number, "--space", "Handbook");
    expect(stdout).toContain("\nIt changes nothing yet. copydesk edit changes a page in it.\n");
  });

  it("is not merged on conflicts: the exit code says so, and both sides are shown", async () => {
    const first = String(await propose("First", "Holidays", "# Holidays\n\nForty days.\n"));
    const second = String(await propose("Second", "Holidays", "# Holidays\n\nFifty days.\n"));
    const at = ["--space", "Handbook", "--yes"];
    expect((await desk("merge", first, ...at)).code).toBe(0);
    const { code, stdout, stderr } = await desk("merge", second, ...at);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("Forty days.");
    expect(stdout + stderr).toContain("Fifty days.");
    expect((await desk("read", "Holidays", "--space", "Handbook")).stdout).toContain("Forty");
  });

  it("is not merged where the command line is limited to proposing", async () => {
    const number = String(await propose("Later", "Handbook", "# Handbook\n\nLater.\n"));
    const { code, stderr } = await desk("merge", number, "--space", "Handbook", "--yes", "--propose-only");
    expect(code).toBe(1);
    expect(stderr).toContain("--propose-only");
    expect(
      (await desk("comment", "Not yet", "--change-request", number, "--space", "Handbook", "--read-only")).code,
    ).toBe(1);
  });

  it("accepts a file", async () => {
    const number = String(await propose("With a page", "Handbook", "# Handbook\n\nWith a page.\n"));
    const file = join(folder, "sick-leave.md");
    writeFileSync(file, "# Sick leave\n\nCall before nine.\n");
    const at = ["--space", "Handbook", "--change-request", number];
    const { code, stdout, stderr } = await desk("upload", file, ...at);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`sick-leave.md is in change request #${number}.\n`);
    expect((await desk("read", "Sick leave", ...at)).stdout).toContain("Call before nine.");

    writeFileSync(file, "# Sick leave\n\nCall before eight.\n");
    const second = await desk("upload", file, ...at);
    expect([second.code, second.stderr]).toEqual([1, expect.stringMatching(/"Sick leave" \(sick-leave\).*--replace/)]);
    expect((await desk("read", "Sick leave", ...at)).stdout).toContain("Call before nine.");
    const replaced = await desk("upload", file, "--replace", ...at);
    expect([replaced.code, replaced.stderr]).toEqual([0, ""]);
    expect((await desk("read", "Sick leave", ...at)).stdout).toContain("Call before eight.");
    const zip = join(folder, "pages.zip");
    writeFileSync(zip, "PK");
    const archive = await desk("upload", zip, "--replace", ...at);
    expect([archive.code, archive.stderr]).toEqual([1, expect.stringContaining("--replace takes a Markdown file")]);

    const none = await desk("upload", join(folder, "no-such-file"), ...at);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("cannot be read")]);
  });
});

describe("copydesk edit", () => {
  it("keeps the line ends of the page, whichever an editor on another system writes", async () => {
    const number = await propose("Forty days", "Holidays", "# Holidays\n\nThirty days.\n\nFive at most.\n");
    const file = join(folder, "windows.md");
    writeFileSync(file, "# Holidays\r\n\r\nForty days.\r\n\r\nFive at most.\r\n");
    const draft = ["--change-request", String(number), "--space", "Handbook"];
    const { code, stdout } = await desk("edit", "Holidays", ...draft, "--from", file);
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => /^[+-](?! )/.test(line))).toEqual(["-Thirty days.", "+Forty days."]);
  });

  it("changes nothing of a page with both kinds of line ends that is given as it was", async () => {
    const mixed = "# Holidays\n\nThirty days.\r\n\nFive at most.\n";
    const number = await propose("Mixed", "Holidays", mixed);
    const file = join(folder, "mixed.md");
    const draft = ["--change-request", String(number), "--space", "Handbook"];
    writeFileSync(file, mixed);
    expect((await desk("edit", "Holidays", ...draft, "--from", file)).stdout).toContain("is unchanged");
  });
});

describe("copydesk openapi publish", () => {
  it("creates a specification from a file, named after it", async () => {
    const file = join(folder, "Petshop API.yaml");
    writeFileSync(file, "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n");
    const { code, stdout } = await desk("openapi", "publish", file);
    expect(stdout).not.toContain('"action"');
    expect(code).toBe(0);
    expect(stdout).toContain('OpenAPI specification "petshop-api"');
  });
});

describe("copydesk open", () => {
  it("prints the address of a page, a change request or a space", async () => {
    const { stdout } = await desk("open", "Holidays", "--space", "Handbook", "--print");
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:7337\/app\/\S+\/holidays\n$/);
  });
});

describe("copydesk check", () => {
  it("names the file, line and target of a broken link, and the file that is meant if that is certain", async () => {
    const faulty = writeFolder(join(folder, "faulty"), {
      "README.md": "---\ndescription: Begin here\n---\n\n# Start\n\nSee [sails](guides/sail.md).\n",
      "guides/sails.md":
        "# Sails\n\nTo [nowhere](zzzzzzzzzz.md), [up](../RAEDME.md)\nand [nowhere](zzzzzzzzzz.md) again.\n",
    });
    const { code, stdout } = await answered(["check", faulty]);
    expect([code, stdout.split("\n")]).toEqual([
      1,
      [
        "guides/sails.md:3: ../RAEDME.md: there is no such page or file. Did you mean ../README.md?",
        "guides/sails.md:3: zzzzzzzzzz.md: there is no such page or file",
        "guides/sails.md:4: zzzzzzzzzz.md: there is no such page or file",
        "README.md:7: guides/sail.md: there is no such page or file. Did you mean guides/sails.md?",
        "",
      ],
    ]);
    const { findings } = JSON.parse((await answered(["check", faulty, "--json"])).stdout) as { findings: unknown[] };
    expect(findings.at(-1)).toEqual({
      file: "README.md",
      line: 7,
      target: "guides/sail.md",
      problem: "there is no such page or file",
      nearest: "guides/sails.md",
    });
  });

  it("names the file, line and target of a link to a heading that its page does not have", async () => {
    const headless = writeFolder(join(folder, "headless"), {
      "README.md":
        "# Start\n\nSee [rigging](guides/sails.md#rigging), [sails](guides/sails.md#sails)\nand [below](#below).\n",
      "guides/sails.md": "# Sails\n\nBack to the [start](../README.md#rigging).\n",
    });
    const { code, stdout } = await answered(["check", headless]);
    expect([code, stdout.split("\n")]).toEqual([
      1,
      [
        'guides/sails.md:3: ../README.md#rigging: README.md has no heading "rigging"',
        'README.md:3: guides/sails.md#rigging: guides/sails.md has no heading "rigging"',
        'README.md:4: #below: README.md has no heading "below"',
        "",
      ],
    ]);
  });

  it("names the page with a broken link, fails, and leaves nothing behind", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("copydesk-check-"));
    const { code, stdout, stderr } = await answered(["check", join(folder, "handbook")]);
    expect([code, stdout]).toEqual([1, "README.md:3: gone.md: there is no such page or file\n"]);
    expect(stderr).toBe("2 pages and 0 files: 1 to look at.\n");
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("copydesk-check-"))).toEqual(before);
  });

  it("succeeds for a folder without faults, and says so as JSON", async () => {
    const { code, stdout } = await answered(["check", join(folder, "notes"), "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { pages: 1, files: 0, findings: [] }]);
  });

  it("refuses a folder that does not exist", async () => {
    expect((await answered(["check", join(folder, "no-such-folder")])).code).toBe(1);
    expect(existsSync(join(folder, "no-such-folder"))).toBe(false);
  });
});

describe("copydesk call", () => {
  it("accepts titles, paths and numbers in place of ids", async () => {
    const page = await callOperation(data, "pages.get", {
      spaceId: "Handbook",
      pageId: "holidays",
      format: "markdown",
    });
    expect(page).toMatchObject({ title: "Holidays" });
    const { code, stderr } = await desk("call", "getSpaceById", '{"spaceId":"Hand books"}');
    expect([code, stderr]).toEqual([1, expect.stringContaining("Handbook")]);
  });
});

describe("text by others", () => {
  it("has no effect on the terminal", async () => {
    const evil = writeFolder(join(folder, "evil"), { "README.md": "# \u001b]0;owned\u0007Evil\n\n\u001b[2Jgone\n" });
    await desk("import", evil, "--title", "Evil");
    mkdirSync(join(folder, "unused"), { recursive: true });
    for (const args of [["search", "gone"], ["spaces"], ["read", "readme", "--space", "Evil", "--outline"]]) {
      const { stdout, stderr } = await desk(...args);
      expect([...(stdout + stderr)].filter((char) => char === "\u001b" || char === "\u0007")).toEqual([]);
    }
  });
});

describe("invalid usage", () => {
  it.each([
    [["review", "1", "maybe"], "Usage: copydesk review <change request> approve|request-changes"],
    [["merge"], "Usage: copydesk merge <change request>"],
    [["openapi", "delete", "x"], "Usage: copydesk openapi publish"],
    [["merge", "1", "--yess"], "There is no flag --yess. Did you mean --yes?"],
    [["comment", "--reply", "a", "--resolve", "b"], "Give only one of --reply and --resolve."],
    [["changes", "--status", "new"], '--status takes draft, open, archived, merged, not "new".'],
  ])("is rejected with the correct usage: %j", async (args, message) => {
    const { code, stdout, stderr } = await desk(...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });
});

describe("the data folder", () => {
  it("is never created by a command that only parses its arguments", async () => {
    const other = join(folder, "never");
    await answered(["merge", "--data", other]);
    expect(existsSync(other)).toBe(false);
    expect(readFileSync(join(folder, "handbook", "README.md"), "utf8")).toContain("Handbook");
  });
});
