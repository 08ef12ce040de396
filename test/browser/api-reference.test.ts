import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { petstore, petstorePage } from "../site/petstore.ts";
import { violations } from "./axe.ts";
import { runningBrowser } from "./browser.ts";
import { servedFolder } from "./served-folder.ts";

const browser = runningBrowser();
const site = servedFolder({ "README.md": "# API\n" });

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const calls: Call[] = [];

/** The API itself, on a separate host; it accepts requests from other sites. */
const api = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += String(piece);
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
  response.setHeader("Access-Control-Allow-Methods", "*");
  if (request.method !== "OPTIONS") {
    calls.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
  }
  response.setHeader("Content-Type", "application/json");
  response.end('{"name":"<b>Rex</b>"}');
});

beforeAll(async () => {
  await once(api.listen(0, "127.0.0.1"), "listening");
  const server = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  site.write(".gitbook/assets/petstore.json", JSON.stringify(petstore(server)));
  site.write("README.md", petstorePage(".gitbook/assets/petstore.json"));
  await site.preview().refresh();
});

beforeEach(() => {
  calls.length = 0;
});

afterAll(() => {
  api.close();
  api.closeAllConnections();
});

async function openForm(page: Page, index: number) {
  await page.goto(site.url());
  const box = page.locator("details.try").nth(index);
  await box.locator("summary").click();
  await box.locator("form").waitFor({ state: "visible" });
  return box;
}

it("a reader without JavaScript reads all of an operation and opens its schemas", async () => {
  const context = await browser().newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url());
  const response = page.locator("details.response").first();
  expect(await response.innerText()).toContain("The pets");
  await page.getByText("Members of home").first().click();
  await page.getByText("Cage", { exact: true }).first().click();
  expect(await page.getByText("bars", { exact: true }).first().isVisible()).toBe(true);
  await page.locator("label", { hasText: "Python" }).first().click();
  expect(await page.getByText("import requests").first().isVisible()).toBe(true);
  await page.locator("details.try summary").first().click();
  expect(await page.getByText("needs JavaScript").first().isVisible()).toBe(true);
  expect(await page.locator("form:visible[data-method]").count()).toBe(0);
  await context.close();
});

it("a request is sent to the chosen server as typed, and its response is shown as text", async () => {
  const page = await browser().newPage();
  const box = await openForm(page, 0);
  await box.getByLabel("Servers").selectOption({ index: 1 });
  await box.getByLabel("key").fill("secret");
  await box.getByLabel("tag (query)").fill("small, red & blue");
  await box.getByLabel("X-Trace (header)").fill("abc");
  await box.getByRole("button", { name: "Send request" }).click();
  await box.getByText("200 OK").waitFor();
  expect(await box.locator(".try-result pre").textContent()).toBe('{\n  "name": "<b>Rex</b>"\n}');
  expect(calls).toMatchObject([
    {
      method: "GET",
      url: "/v2/pets?tag=small&tag=red%20%26%20blue&status=sold",
      headers: { authorization: "Bearer secret", "x-trace": "abc" },
    },
  ]);
  expect(calls[0]?.headers.cookie).toBeUndefined();
  expect(calls[0]?.headers.referer).toBeUndefined();
  await page.close();
});

it("a body and a path's parameters are sent as they were typed", async () => {
  const page = await browser().newPage();
  const add = await openForm(page, 1);
  await add.getByLabel("Request body").fill('{"name":"Tom"}');
  await add.getByRole("button", { name: "Send request" }).click();
  await add.getByText("200 OK").waitFor();
  const give = await openForm(page, 2);
  await give.getByLabel("id (path)").fill("../x?y");
  await give.getByRole("button", { name: "Send request" }).click();
  await give.getByText("200 OK").waitFor();
  expect(calls).toMatchObject([
    { method: "POST", url: "/v1/pets", body: '{"name":"Tom"}', headers: { "content-type": "application/json" } },
    { method: "DELETE", url: "/v1/pets/..%2Fx%3Fy" },
  ]);
  await page.close();
});

it("nothing that was typed is stored, and no other server can be called from the page", async () => {
  const page = await browser().newPage();
  const box = await openForm(page, 0);
  await box.getByLabel("key").fill("secret");
  await box.getByRole("button", { name: "Send request" }).click();
  await box.getByText("200 OK").waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("secret");
  expect(page.url()).not.toContain("secret");
  expect(await page.context().cookies()).toEqual([]);
  const elsewhere = await page.evaluate(() => fetch("http://127.0.0.1:9/").catch(() => "refused"));
  expect(elsewhere).toBe("refused");
  await page.reload();
  await page.locator("details.try summary").first().click();
  expect(await page.getByLabel("key").first().inputValue()).toBe("");
  await page.close();
});

it("the form's script is loaded only when a form is opened, and is smaller than 8 kB", async () => {
  const page = await browser().newPage();
  const scripts: { url: string; size: number }[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("try-it")) return;
    scripts.push({ url: response.url(), size: (await response.body()).length });
  });
  await page.goto(site.url());
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await openForm(page, 0);
  await expect.poll(() => scripts.length).toBe(1);
  expect(scripts[0]?.size).toBeLessThan(8_000);
  await page.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  it(`axe finds nothing wrong with a completely open reference in ${colorScheme} mode`, async () => {
    const context = await browser().newContext({ colorScheme, bypassCSP: true });
    const page = await context.newPage();
    const box = await openForm(page, 0);
    await box.getByRole("button", { name: "Send request" }).click();
    await box.getByText("200 OK").waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
}
