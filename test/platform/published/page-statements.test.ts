import type { KyselyPlugin } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { insertPages, makeChangeRequest, text } from "../http/content.ts";
import { running } from "../http/running.ts";
import { SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function read(path: string): Promise<string> {
  const response = await service.platform.serveReader(new Request(origin + path), true);
  return response === undefined ? "nothing" : response.text();
}

/** Counts the statements of reads from now on. */
function countStatements(): () => number {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1;
      return result;
    },
  };
  const { database } = service.platform;
  const own = database.read;
  const spy = vi
    .spyOn(database, "read")
    .mockImplementation((work) => own((queries) => work(queries.withPlugin(counter) as typeof queries)));
  onTestFinished(() => spy.mockRestore());
  return () => count;
}

it("reads what the pages of a site share once, until somebody writes", async () => {
  const site = await SiteMaker.make(service, { title: "Harbour", visibility: "public" });
  const { space } = await site.addVariant("Manual");
  const changeRequest = await makeChangeRequest(service, space);
  const titles = ["Piers", "Buoys", "Cranes"];
  await insertPages(
    service,
    changeRequest,
    titles.map((title) => ({ title, markdown: `About ${title}.` })),
  );
  await service.send(`POST ${changeRequest}/merge`);
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  const statements = countStatements();
  expect(await read(`${base}buoys`)).toContain("About Buoys.");
  const first = statements();
  expect(await read(`${base}cranes`)).toContain("About Cranes.");
  // What changed last, and the page's text.
  expect(statements() - first).toBeLessThanOrEqual(2);
  await site.done("PATCH ", { title: "Port" });
  expect(await read(`${base}buoys`)).toContain("<title>Buoys | Port</title>");
  await site.done("POST unpublish");
  expect(await read(`${base}piers`)).toBe("nothing");
});
