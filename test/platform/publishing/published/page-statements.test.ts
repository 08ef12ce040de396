import type { KyselyPlugin } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { insertPages, makeChangeRequest, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
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
    ["Start", ...titles].map((title) => ({ title, markdown: `About ${title}.` })),
  );
  await service.send(`POST ${changeRequest}/merge`);
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  for (const title of titles) expect(await read(base + title.toLowerCase())).toContain(`About ${title}.`);
  await site.done("PATCH ", { title: "Port" });
  await service.platform.jobsSettled();
  const statements = countStatements();
  const counts: number[] = [];
  for (const title of titles) {
    const before = statements();
    expect(await read(base + title.toLowerCase())).toContain(`<title>${title} | Port</title>`);
    counts.push(statements() - before);
  }
  // Of a page whose text is known: which change was the last, before and within the transaction. Other work of the
  // platform may read meanwhile, but hardly beside each of them.
  expect(Math.min(...counts)).toBeLessThanOrEqual(2);
  expect(Math.max(...counts)).toBeGreaterThan(2);
  await site.done("POST unpublish");
  expect(await read(`${base}piers`)).toBe("nothing");
});
