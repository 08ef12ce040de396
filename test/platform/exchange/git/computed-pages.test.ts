import { expect, it } from "vitest";
import { contentFaults } from "../../../support/content-integrity.ts";
import { describing } from "../../content/computed/computed-desk.ts";
import { openGitDesk } from "./git-desk.ts";
import { type Entry, startGitServer } from "./git-server.ts";

const entry = (indent: string, spec = "pets") =>
  [
    "* ```yaml",
    "  props:",
    "    models: false",
    "    downloadLink: true",
    "  type: builtin:openapi",
    "  dependencies:",
    "    spec:",
    "      ref:",
    "        kind: openapi",
    `        spec: ${spec}`,
    "  ```",
  ]
    .map((line) => `${indent}${line}\n`)
    .join("");

const handbook: Record<string, Entry> = {
  "SUMMARY.md": `# Table of contents\n\n* [Welcome](README.md)\n\n## API\n\n* [Guide](guide.md)\n${entry("  ")}* [Last](last.md)\n`,
  "README.md": "# Welcome\n\nSee [dogs](api/guide/pets/dogs.md#read-dogs).\n",
  "guide.md": "# Guide\n",
  "last.md": "# Last\n",
};

async function openPets() {
  const server = await startGitServer();
  server.commit(handbook);
  const desk = await openGitDesk();
  const text = JSON.stringify(describing({ cats: ["/cats"], dogs: ["/dogs"] }));
  await desk.client.openapiSpecs.create({ organizationId: desk.organization, slug: "pets", source: { text } });
  await desk.import(server.url);
  await desk.platform.jobsSettled();
  return { server, desk };
}

const tree = ["readme", "api", "api/guide", "api/guide/pets", "api/guide/pets/cats", "api/guide/pets/dogs", "api/last"];

it("an entry of a table of contents requests computed pages, to which other pages can link", async () => {
  const { desk } = await openPets();
  expect(await desk.paths()).toEqual(tree);
  const { id: pageId } = await desk.page("readme");
  const { items } = await desk.client.pages.listLinks({ spaceId: desk.space, pageId });
  expect(items.map(({ status }) => status)).toEqual(["ok"]);
  expect(await contentFaults(desk.platform)).toEqual([]);
});

it("a round trip makes no commit and changes nothing, forced or not", async () => {
  const { server, desk } = await openPets();
  const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
  await desk.export(server.url);
  await desk.import(server.url);
  await desk.import(server.url, { force: true });
  expect(server.count()).toBe(1);
  expect((await desk.client.spaces.get({ spaceId: desk.space })).revision).toBe(revision);
});

it("an export writes the entry as given, and none of the computed pages", async () => {
  const { server, desk } = await openPets();
  const { id } = await desk.page("api/guide/pets");
  const { id: dogs } = await desk.page("api/guide/pets/dogs");
  await desk.publish(
    { operation: "update_page", page: id, into: null, title: "Renamed", hidden: true },
    { operation: "insert_page", document: { markdown: `# New\n\n[Dogs](/pages/${dogs})\n` } },
  );
  await desk.platform.jobsSettled();
  expect(await desk.export(server.url)).toMatchObject({ state: "success" });
  expect(server.files()["SUMMARY.md"]).toContain(`\n${entry("")}`);
  expect(Object.keys(server.files()).sort()).toEqual(["README.md", "SUMMARY.md", "guide.md", "last.md", "new.md"]);
  expect(server.files()["new.md"]).toBe("# New\n\n[Dogs](pets/dogs.md)\n");

  const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
  await desk.import(server.url, { force: true });
  await desk.platform.jobsSettled();
  expect((await desk.page("pets")).title).toBe("Renamed");
  expect(await desk.paths()).toContain("pets/dogs");
  expect((await desk.page("pets/dogs")).id).toBe(dogs);
  expect(revision).toMatch(/^\w{20}$/);
  expect(await contentFaults(desk.platform)).toEqual([]);
});

it("a branch without the entry removes the computed pages, and one with another entry requests others", async () => {
  const { server, desk } = await openPets();
  const text = JSON.stringify(describing({ birds: ["/birds"] }));
  await desk.client.openapiSpecs.create({ organizationId: desk.organization, slug: "birds", source: { text } });
  server.commit({ "SUMMARY.md": String(handbook["SUMMARY.md"]).replace(entry("  "), entry("  ", "birds")) });
  expect(await desk.import(server.url)).toMatchObject({ state: "success" });
  await desk.platform.jobsSettled();
  expect(await desk.paths()).toEqual([...tree.slice(0, 3), "api/guide/birds", "api/guide/birds/birds", "api/last"]);
  server.commit({ "SUMMARY.md": String(handbook["SUMMARY.md"]).replace(entry("  "), "") });
  await desk.import(server.url);
  await desk.platform.jobsSettled();
  expect(await desk.paths()).toEqual([...tree.slice(0, 3), "api/last"]);
  expect(await contentFaults(desk.platform)).toEqual([]);
});

it("entries that this service cannot compute stay", async () => {
  const server = await startGitServer();
  const other = "* ```yaml\n  type: integration:x:y\n  props:\n    a: 1\n  ```\n";
  server.commit({ "README.md": "# Hi\n", "SUMMARY.md": `# T\n\n* [Hi](README.md)\n${other}` });
  const desk = await openGitDesk();
  await desk.import(server.url);
  const { pages } = await desk.client.pages.list({ spaceId: desk.space });
  expect(pages[1]).toMatchObject({ type: "computed", computed: { type: "integration:x:y", props: { a: 1 } } });
  await desk.export(server.url);
  expect(server.count()).toBe(1);
});
