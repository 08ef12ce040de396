import { expect, it } from "vitest";
import { openAccounts } from "./accounts-workspace.ts";

const base = "https://docs.example.com";

it("the front page shows a stranger the public sites, the way to sign in and the address for agents", async () => {
  const url = `${base}/sites/mast/`;
  const accounts = await openAccounts({ publicUrl: base, publicSites: async () => [{ title: "Mast & sail", url }] });
  const browser = accounts.browser();
  expect((await browser.open("/")).status).toBe(200);
  expect(browser.html).toContain(`<a href="${url}">Mast &amp; sail</a>`);
  expect(browser.html).toContain('href="/app/sign-in"');
  expect(browser.html).toContain(`<code>${base}/mcp</code>`);
  expect(browser.html).toContain(`claude mcp add --transport http copydesk ${base}/mcp`);
});

it("the front page links to the desk, as a person's account does", async () => {
  const accounts = await openAccounts({ publicUrl: base });
  const browser = await accounts.signedIn();
  await browser.open("/");
  expect(browser.html).toContain('href="/app/"');
  await browser.open("/app/account");
  expect(browser.html).toContain('href="/app/"');
});

it("the front page links sites at the address of the request if the server has no public one", async () => {
  const asked: string[] = [];
  const accounts = await openAccounts({
    publicSites: async (at) => {
      asked.push(at);
      return [];
    },
  });
  const browser = accounts.browser("http://127.0.0.1:7337");
  await browser.open("/");
  expect(asked).toEqual(["http://127.0.0.1:7337"]);
  expect(browser.html).toContain("No public site is published.");
});
