import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../src/platform/kernel/database/database.ts";
import { unpackText } from "../../../src/platform/openapi/packed-text.ts";
import { findGivenText, listFiles } from "../../../src/platform/openapi/rows.ts";
import { openSpecDesk } from "./spec-desk.ts";

const desk = openSpecDesk();

describe("the content of a version", () => {
  /** Longer than what is unpacked at once, with characters of several bytes everywhere. */
  const description = "Ebbe und Flut – 潮汐 🌊\t\\\n".repeat(40_000);
  const value = { openapi: "3.1.0", info: { title: "Tides", version: "1", description }, paths: {} };

  it("is the JSON that was given, and its text exactly that, however large", async () => {
    const text = `\uFEFF${JSON.stringify(value, undefined, 2)}`;
    const { lastProcessedErrors } = await desk.put("long", { text });
    expect(lastProcessedErrors).toEqual([]);
    const content = await desk.send("GET long/versions/latest/content");
    expect(content.headers.get("content-type")).toBe("application/json");
    expect(content.json).toMatchObject({ filesystem: { "openapi.json": value } });
    const raw = await desk.send("GET long/versions/latest/content/raw");
    expect(raw.json).toEqual({ text, format: "json" });
  });

  it("that nobody reads to its end is let go", async () => {
    await desk.put("left", { text: JSON.stringify(value) });
    const { platform, organization, token } = desk.service;
    const url = `https://docs.example.com/v1/orgs/${organization}/openapi/left/versions/latest/content`;
    const response = await platform.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }));
    await response.body?.cancel();
    expect((await desk.send("GET left")).status).toBe(200);
  });
});

it("files that were stored plain are packed when the folder is next opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "openapi-plain-"));
  const before = await openDatabase(folder);
  await before.write(async (queries) => {
    await sql`drop table openapi_file`.execute(queries);
    await sql`create table openapi_file (version text not null, position integer not null, path text not null,
      format text not null, text text not null, content text, primary key (version, position))`.execute(queries);
    await sql`insert into openapi_file values ('v', 0, 'a.yaml', 'yaml', 'a: 1', '{"a":1}')`.execute(queries);
    await sql`insert into openapi_file values ('v', 1, 'b.json', 'json', ${'\uFEFF{"b":2}'}, null)`.execute(queries);
    await sql`delete from schema_step where name = '0190-openapi-packed'`.execute(queries);
  });
  await before.close();
  const after = await openDatabase(folder);
  const files = await after.read((queries) => listFiles(queries, "v"));
  expect(
    files.map(({ path, text, content }) => [path, unpackText(text), content === null ? null : unpackText(content)]),
  ).toEqual([
    ["a.yaml", "a: 1", '{"a":1}'],
    ["b.json", '\uFEFF{"b":2}', '{"b":2}'],
  ]);
  await after.close();
  rmSync(folder, { recursive: true });
});

it("a text that was handed in and is not read yet is packed then as well", async () => {
  const folder = mkdtempSync(join(tmpdir(), "openapi-given-"));
  const before = await openDatabase(folder);
  await before.write(async (queries) => {
    await sql`drop table openapi_given`.execute(queries);
    await sql`create table openapi_given (spec text primary key, text text not null)`.execute(queries);
    await sql`insert into openapi_given values ('s', 'openapi: 3.1.0 – 潮汐')`.execute(queries);
    await sql`delete from schema_step where name = '0220-openapi-given-packed'`.execute(queries);
  });
  await before.close();
  const after = await openDatabase(folder);
  const given = await after.read((queries) => findGivenText(queries, "s"));
  expect(given && unpackText(given)).toBe("openapi: 3.1.0 – 潮汐");
  await after.close();
  rmSync(folder, { recursive: true });
});
