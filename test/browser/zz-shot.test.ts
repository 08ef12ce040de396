import { afterAll, beforeAll, it } from "vitest";
import { type DeskWorkspace, openDesk } from "../app/desk-workspace.ts";
import { runningBrowser } from "./browser.ts";

const browser = runningBrowser();
let desk: DeskWorkspace;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());
it("shots", async () => {
  const limits =
    "# Limits\n\nTen requests a second are allowed.\n\n| Plan | Requests |\n| --- | --- |\n| Free | 10 |\n| Paid | 100 |\n\n```js\nconst limit = 10;\n```\n\n## Bursts\n\nTwenty for a moment, see [the start](start.md).\n\n- one\n- two\n";
  const space = await desk.makeSpace("Handbook", [
    { markdown: limits, slug: "limits" },
    { markdown: "# Start\n\nSee [b](limits.md#bursts).\n", slug: "start" },
  ]);
  const changed = limits
    .replace("Ten requests", "Twelve requests")
    .replace("| Paid | 100 |", "| Paid | 120 |\n| Team | 200 |")
    .replace("limit = 10", "limit = 12")
    .replace("- two", "- two and a half\n- three");
  const { id, number } = await desk.openChangeRequest(space.id, [
    { operation: "update_page", page: space.page("limits"), document: { markdown: changed } },
    { operation: "insert_page", document: { markdown: "# Quotas\n\nNew page.\n" } },
  ]);
  await desk.client.changeRequestComments.create({
    spaceId: space.id,
    changeRequestId: id,
    body: { markdown: "Looks **fine**." },
  });
  const at = `/app/${desk.organization}/s/${space.id}/~/changes/${number}`;
  const shoot = async (name: string, options: object, paths: string[]) => {
    const context = await browser().newContext({ baseURL: desk.url, ...options });
    const page = await context.newPage();
    await page.goto(await desk.link());
    await page.click("button");
    for (const [i, path] of paths.entries()) {
      await page.goto(path);
      await page.screenshot({ path: `/tmp/shot-${name}-${i}.png`, fullPage: true });
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("*")]
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
          .map((e) => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().right)}`)
          .slice(0, 12),
      );
      console.log(name, path, wide.join(" | "));
    }
    await context.close();
  };
  await shoot("wide", { viewport: { width: 1280, height: 900 } }, ["/app/", at, `${at}?show=split`]);
  await shoot("phone", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }, [
    at,
    `${at}?show=split`,
    `${at}/~/edit/limits`,
  ]);
});
