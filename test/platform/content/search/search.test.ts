import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectCost } from "../../../support/cost.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

let docs: SearchDatabase;

beforeAll(async () => {
  docs = await openSearchDatabase();
  await docs.put(
    "keys",
    "API keys",
    "# API keys\n\nCreate keys here.\n\n## Rotate a key\n\nRotating keys revokes the old one.\n",
  );
  await docs.put(
    "auth",
    "Authentication",
    "Sign in with a password. An API key works too.\n\n## OAuth\n\nUse OAuth apps.\n",
  );
  await docs.put("config", "Configuration", "Set the proxy in the file.\n\n## Proxy\n\nWe rotate logs.\n");
  await docs.put(
    "code",
    "Reference",
    "Call `getUserById` with `--dry-run`.\n\n## Constants\n\nMAX_RETRY_COUNT is 5.\n",
  );
  await docs.put("users", "Users", "You get a user by id, with care.\n\nRetries count to the max.\n");
  await docs.put("chinese", "安装指南", "如何安装软件。\n\n## 配置\n\n配置文件在这里。\n");
  await docs.put("accents", "Café", "Naïve résumé in São Paulo.\n");
  await docs.put("russian", "Установка", "Запустите сервер командой.\n");
  await docs.put("versions", "Changelog", "## 1.20.3\n\nFixes.\n\n## 1.3.0\n\nFeatures.\n");
});

afterAll(() => docs.close());

describe("ranking", () => {
  it("puts a page with the words in its titles first", async () => {
    expect(await docs.pages("api key ")).toEqual(["keys", "auth"]);
    expect((await docs.pages("rotate ")).at(0)).toBe("keys");
  });

  it("puts sections with all words above sections with some", async () => {
    expect(await docs.pages("rotate proxy logs ")).toEqual(["config", "keys"]);
  });

  it("puts pages with every word, even in several sections, above pages with one of them", async () => {
    const own = await openSearchDatabase();
    await own.put("one", "Telescope", `Telescope. ${"A telescope is a telescope. ".repeat(5)}`);
    await own.put("every", "Reference", "## First\n\nA telescope, once.\n\n## Second\n\nThe tripod is here.\n");
    expect(await own.pages("telescope tripod ")).toEqual(["every", "one"]);
    expect(await own.pages("how is a telescope on the tripod ")).toEqual(["every", "one"]);
    await own.close();
  });

  it("puts the literal identifier above its scattered parts", async () => {
    expect(await docs.pages("getUserById ")).toEqual(["code", "users"]);
    expect(await docs.pages("getuserbyid ")).toEqual(["code"]);
    expect(await docs.pages("max_retry_count ")).toEqual(["code", "users"]);
  });

  it("finds a part of an identifier and a flag with or without dashes", async () => {
    expect(await docs.pages("dry-run ")).toEqual(["code"]);
    expect(await docs.pages("--dry-run")).toEqual(["code"]);
    expect(await docs.pages("dryrun ")).toEqual(["code"]);
    expect((await docs.pages("retry ")).sort()).toEqual(["code", "users"]);
  });

  it("puts a phrase above the same words apart", async () => {
    const own = await openSearchDatabase();
    await own.put("apart", "One", "A merge of what I request and more of it all here.");
    await own.put("phrase", "Two", "A merge request of what I have and more of it here.");
    expect(await own.pages("merge request ")).toEqual(["phrase", "apart"]);
    await own.close();
  });

  it("orders equal pages by their ids", async () => {
    const own = await openSearchDatabase();
    for (const page of ["c", "a", "b"]) await own.put(page, "Same", "The same words.");
    expect(await own.pages("same words ")).toEqual(["a", "b", "c"]);
    await own.close();
  });

  it("puts a page named by the query above pages that scatter its words", async () => {
    const own = await openSearchDatabase();
    await own.put("named", "Merge rules", "Who has to approve a request.");
    const scattered = "To merge a branch, follow the rules of the branch. Ask a reviewer to merge. ";
    await own.put("long", "Everything", `## Branches and reviewers\n\n${scattered.repeat(8)}`);
    await own.put("short", "Branches", scattered);
    expect((await own.pages("merge rules ")).at(0)).toBe("named");
    expect((await own.pages("what are the rules for a merge? ")).at(0)).toBe("named");
    await own.close();
  });

  it("counts the words of a page's path", async () => {
    const own = await openSearchDatabase();
    await own.put("server", "Installation", "Run the installer.", { path: "server/installation" });
    await own.put("client", "Installation", "Run the installer.", { path: "client/installation" });
    await own.put("news", "News", "The client comes with an installation wizard.", { path: "news/client" });
    expect(await own.pages("client installation ")).toEqual(["client", "news", "server"]);
    expect((await own.pages("install server ")).at(0)).toBe("server");
    expect((await own.search("install server ")).pages[0]?.sections[0]?.title).toBe("Installation");
    await own.close();
  });

  it("distinguishes versions of a page by path when its words are too common to rank", async () => {
    const own = await openSearchDatabase();
    const versions = ["5.1", "7.4", "7.5"];
    for (const version of versions) {
      for (let page = 0; page < 60; page += 1) {
        const calls = Array.from({ length: 8 }, (_, part) => `## Part ${part}\n\nCall Get-Item here.`).join("\n\n");
        await own.put(`${version}-${page}`, `Page ${page}`, calls, { path: `${version}/page-${page}` });
      }
      await own.put(`${version}-item`, "Get-Item", "Reads one.", { path: `${version}/Get-Item` });
    }
    for (const version of versions) expect((await own.pages(`get-item ${version} `)).at(0)).toBe(`${version}-item`);
    await own.close();
  });

  it("counts the page's title for its sections", async () => {
    const answer = await docs.search("api keys rotate ");
    expect(answer.pages[0]?.sections[0]).toMatchObject({ anchor: "rotate-a-key", title: "Rotate a key" });
  });
});

describe("words", () => {
  it("finds other forms of a word", async () => {
    expect((await docs.pages("configuring ")).at(0)).toBe("config");
    expect((await docs.pages("authenticate ")).at(0)).toBe("auth");
  });

  it.each(["con", "conf", "configu", "configura", "configurati", "configuration"])(
    "finds Configuration by %j",
    async (query) => {
      expect((await docs.pages(query)).at(0)).toBe("config");
    },
  );

  it("treats only the last word as unfinished", async () => {
    expect(await docs.pages("pass ")).toEqual([]);
    expect(await docs.pages("passw")).toEqual(["auth"]);
    expect(await docs.pages("sign passw")).toEqual(["auth"]);
  });

  it("does not require the function words of a question", async () => {
    expect((await docs.pages("how do I rotate my API keys?")).at(0)).toBe("keys");
  });

  it("ignores case and diacritics", async () => {
    expect(await docs.pages("cafe ")).toEqual(["accents"]);
    expect(await docs.pages("RESUME sao ")).toEqual(["accents"]);
    expect(await docs.pages("NAÏVE ")).toEqual(["accents"]);
  });

  it("finds text in other scripts", async () => {
    expect(await docs.pages("сервер")).toEqual(["russian"]);
    expect(await docs.pages("安装软件")).toEqual(["chinese"]);
    expect(await docs.pages("件")).toEqual(["chinese"]);
    expect(await docs.passage("配置文件")).toBe("**配置文件**在这里。");
  });

  it("finds versions by their full number and by their beginning", async () => {
    expect((await docs.search("v1.20.3 ")).pages[0]?.sections.map(({ title }) => title)).toEqual(["1.20.3"]);
    expect((await docs.search("1.20")).pages[0]?.sections.map(({ title }) => title)).toEqual(["1.20.3"]);
  });
});

describe("misspelt words", () => {
  it.each([
    ["authetication ", "auth"],
    ["autentcation ", "auth"],
    ["pasword ", "auth"],
    ["configuraiton ", "config"],
    ["refrence ", "code"],
    ["serevr ", undefined],
    ["установкка ", "russian"],
  ])("corrects %j to what the texts have", async (query, page) => {
    expect((await docs.pages(query)).at(0)).toBe(page);
  });

  it("marks the word as the text has it", async () => {
    expect(await docs.passage("pasword ")).toContain("**password**");
  });

  it("does not correct words that occur in the texts, nor short ones, numbers and quoted ones", async () => {
    const own = await openSearchDatabase();
    await own.put("form", "One", "A form, of form 1.20.3.");
    await own.put("from", "Two", "A fort. Also farm animals.");
    expect(await own.pages("form ")).toEqual(["form"]);
    expect(await own.pages("fro ")).toEqual([]);
    expect(await own.pages("1.20.4 ")).toEqual([]);
    expect(await own.pages('"farn" ')).toEqual([]);
    expect(await own.pages("farn ")).not.toEqual([]);
    await own.close();
  });

  it("takes no correction from a space that is not searched", async () => {
    const own = await openSearchDatabase();
    await own.put("mine", "One", "About giraffes.");
    await own.put("other", "Two", "About a walrus.", { space: "space-b" });
    expect(await own.pages("wallrus ")).toEqual([]);
    expect(await own.pages("girafe ")).toEqual(["mine"]);
    expect(await own.pages("wallrus ", { spaces: ["space-b"] })).toEqual(["other"]);
    await own.close();
  });

  it("knows short forms and British spelling", async () => {
    const own = await openSearchDatabase();
    await own.put("env", "Environment variables", "Set the colours.");
    await own.put("org", "Organization", "An administrator manages it.");
    expect(await own.pages("env ")).toEqual(["env"]);
    expect(await own.pages("color ")).toEqual(["env"]);
    expect(await own.pages("organisation admin ")).toEqual(["org"]);
    await own.close();
  });
});

describe("a quoted phrase", () => {
  it("must be consecutive, as written", async () => {
    const own = await openSearchDatabase();
    await own.put("together", "One", "The merge request of today. See also 配置文件在这里。");
    await own.put("apart", "Two", "A request to merge. Merge requests too. 文件配置。");
    expect(await own.pages('"merge request"')).toEqual(["together"]);
    expect(await own.pages("“MERGE  request” today")).toEqual(["together"]);
    expect(await own.pages('"request to merge"')).toEqual(["apart"]);
    expect(await own.pages('"配置文件"')).toEqual(["together"]);
    expect(await own.pages('"merge today"')).toEqual([]);
    expect((await own.pages('"merge request')).sort()).toEqual(["apart", "together"]);
    await own.close();
  });

  it("may be an identifier, which is then not split", async () => {
    expect(await docs.pages('"getUserById"')).toEqual(["code"]);
    expect(await docs.pages('"get a user"')).toEqual(["users"]);
    expect(await docs.pages('"MAX_RETRY_COUNT is 5"')).toEqual(["code"]);
  });

  it("is shown in the snippet", async () => {
    const own = await openSearchDatabase();
    const filler = "Some request is here and a merge is there. ".repeat(12);
    await own.put("long", "Long", `${filler}Then a merge request is made. ${filler}`);
    expect(await own.passage('"merge request"')).toContain("**merge request**");
    await own.close();
  });
});

describe("writing systems", () => {
  it("finds Cyrillic words in another case", async () => {
    const own = await openSearchDatabase();
    await own.put("ru", "Переменные окружения", "Ещё одна настройка редактора.");
    expect(await own.pages("переменная ")).toEqual(["ru"]);
    expect(await own.pages("настройки еще ")).toEqual(["ru"]);
    await own.close();
  });

  it("finds Arabic words without their marks and article", async () => {
    const own = await openSearchDatabase();
    await own.put("ar", "المكوّنات", "هيكل المشروع والإعدادات.");
    expect(await own.pages("مكونات ")).toEqual(["ar"]);
    expect(await own.pages("مشروع ")).toEqual(["ar"]);
    expect((await own.search("المكونات ")).pages[0]?.page).toBe("ar");
    await own.close();
  });

  it.each(["Zürich", "ZURICH", "zurich", "Zu\u0308rich"])("finds Zürich by %j and marks all of it", async (query) => {
    const own = await openSearchDatabase();
    await own.put("city", "Cities", "In Zürich, in Zu\u0308rich.");
    expect(await own.passage(`${query} `)).toBe("In **Zürich**, in **Zu\u0308rich**.");
    await own.close();
  });
});

describe("results", () => {
  it("are grouped by page, with marked passages", async () => {
    const { total, pages } = await docs.search("keys ");
    expect(total).toBe(2);
    expect(pages[0]).toMatchObject({ space: "space-a", page: "keys" });
    expect(pages[0]?.sections.map(({ anchor }) => anchor).sort()).toEqual(["", "rotate-a-key"]);
    expect(pages[0]?.sections.find(({ anchor }) => anchor === "rotate-a-key")?.body).toBe(
      "Rotating keys revokes the old one.",
    );
  });

  it("have at most three sections per page and no section twice", async () => {
    const own = await openSearchDatabase();
    const long = "alpha beta gamma delta ".repeat(600);
    await own.put("long", "Long", `## One\n\n${long}\n\n## Two\n\nalpha\n\n## Three\n\nalpha\n\n## Four\n\nalpha\n`);
    const anchors = (await own.search("alpha ")).pages[0]?.sections.map(({ anchor }) => anchor) ?? [];
    expect(anchors).toHaveLength(3);
    expect(new Set(anchors).size).toBe(3);
    await own.close();
  });

  it("are in the same order on every page of results", async () => {
    const all = await docs.pages("key rotate get user ");
    expect(all.length).toBeGreaterThan(3);
    const one = await docs.pages("key rotate get user ", { limit: 2 });
    const two = await docs.pages("key rotate get user ", { limit: 2, offset: 2 });
    expect([...one, ...two]).toEqual(all.slice(0, 4));
    expect(await docs.pages("key rotate get user ", { offset: 100 })).toEqual([]);
  });
});

describe("hostile queries", () => {
  const harmless = ['"', "*", "NEAR(", "''--", '")', "🎉", "( ) : ^ + - { }", "", "   ", "\0", "\ud800"];

  it.each(harmless)("finds nothing for %j", async (query) => {
    expect(await docs.search(query)).toEqual({ total: 0, pages: [] });
  });

  it.each([
    '"key',
    "title:key",
    "key*",
    "NEAR(key rotate, 5)",
    "key OR",
    "key AND NOT rotate",
    "{body} : key",
    "^key",
    "key 🎉",
  ])("reads %j as words", async (query) => {
    expect((await docs.pages(query)).at(0)).toBe("keys");
  });

  it.each([
    '"'.repeat(512),
    '"a" '.repeat(128),
    "a.b_C".repeat(102),
    "\u0301".repeat(512),
    "🎉".repeat(256),
    "配".repeat(512),
    `"${"key ".repeat(127)}`,
    `${"qwertzuiopasdfgh".repeat(3)} `.repeat(10),
    "kex kez keu kei kea keo abuot ".repeat(16),
    "\u202e\u0000\ufffe\ud83d key",
  ])("costs at most ten times as much as a plain question: %j", async (query) => {
    await expectCost(() => docs.search(query), {
      times: 10,
      reference: () => docs.search("rotate every signing key before it expires and revoke the old one"),
    });
  });

  it("survives any text of 500 characters", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 600 }), async (query) => {
        const { pages } = await docs.search(query);
        expect(pages.every(({ space }) => space === "space-a")).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect((await docs.search("key ".repeat(125))).pages.at(0)?.page).toBe("keys");
    expect((await docs.search("x".repeat(500))).pages).toEqual([]);
  });
});
