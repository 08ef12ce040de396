import { beforeEach, describe, expect, it } from "vitest";
import { insertFile, makeChangeRequest, makeSpace, member, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();

let changeRequest = "";
beforeEach(async () => {
  changeRequest = await makeChangeRequest(service, await makeSpace(service));
});

const apply = (changes: readonly unknown[]) =>
  service.send(`POST ${changeRequest}/content?compat=false`, { body: JSON.stringify({ changes }) });
const insertPage = (title: string) => ({ operation: "insert_page", title, document: { markdown: "" } });
const file = (name: string) => ({ name, contentType: "text/plain", base64: "eA==" });
const pages = async () => {
  const list = member(await service.send(`GET ${changeRequest}/content/pages`), "pages");
  return Array.isArray(list) ? list.length : undefined;
};

describe("one request of changes", () => {
  it("accepts 50, and rejects 51 and none", async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => insertPage(`Page ${index}`));
    expect((await apply(fifty)).status).toBe(200);
    expect(await pages()).toBe(50);
    expect(refusal(await apply([...fifty, insertPage("One more")]))).toBe(
      "400 changes: must be at most 50 items long.",
    );
    expect(refusal(await apply([]))).toBe("400 changes: must be at least 1 item long.");
    expect(await pages()).toBe(50);
  });

  it("is applied completely or not at all", async () => {
    const answer = await apply([insertPage("One"), { operation: "update_page", page: "none", title: "x" }]);
    expect(refusal(answer)).toMatch(/^404 changes\.1 \(update_page\): page: /);
    expect(await pages()).toBe(0);
  });

  it.each([
    [[{ operation: "rename_page" }], /^400 changes\.0\.operation: /],
    [[{}], /^400 changes\.0\.operation: /],
    [["delete_page"], /^400 changes\.0: must be an object\.$/],
    [[{ operation: "delete_page" }], /^400 changes\.0\.page: is required \(string\)\.$/],
    [[{ operation: "delete_page", page: "../x" }], /^400 changes\.0\.page: an id has only letters/],
    [[{ operation: "insert_page" }], /^400 changes\.0: give exactly one of document and computed\.$/],
    [
      [{ operation: "insert_page", document: {} }],
      /^400 changes\.0\.document: give exactly one of markdown and document\.$/,
    ],
    [
      [{ operation: "insert_page", document: { markdown: "" }, title: "" }],
      /^400 changes\.0\.title: must be at least 1 character long\.$/,
    ],
    [
      [{ operation: "insert_page", document: { markdown: "" }, title: "x".repeat(301) }],
      /^400 changes\.0\.title: must be at most 300 characters long\.$/,
    ],
    [
      [{ operation: "insert_page", document: { markdown: "" }, slug: "x".repeat(101) }],
      /^400 changes\.0\.slug: must be at most 100 characters long\.$/,
    ],
    [[{ operation: "insert_page", document: { markdown: "" }, at: -1 }], /^400 changes\.0\.at: must be at least 0\.$/],
    [
      [{ operation: "insert_page", document: { markdown: "" }, at: 0.5 }],
      /^400 changes\.0\.at: must be a whole number\.$/,
    ],
    [
      [{ operation: "insert_files", files: [{ name: "a" }] }],
      /^400 changes\.0\.files\.0: give exactly one of url and base64\.$/,
    ],
    [
      [{ operation: "insert_files", files: [{ name: "a", base64: "eA==" }] }],
      /^400 changes\.0\.files\.0\.contentType: contentType is required with base64\.$/,
    ],
    [
      [{ operation: "insert_files", files: [{ ...file("a"), base64: "no base64!" }] }],
      /^400 changes\.0 \(insert_files\): files\.0\.base64 is not base64\./,
    ],
    [
      [{ operation: "insert_files", files: [{ ...file("") }] }],
      /^400 changes\.0\.files\.0\.name: must be at least 1 character long\.$/,
    ],
  ])("names the error in %j", async (changes, message) => {
    expect(refusal(await apply(changes))).toMatch(message);
  });
});

describe("files", () => {
  it("are accepted up to 20 at a time", async () => {
    const many = (amount: number) => [
      { operation: "insert_files", files: Array.from({ length: amount }, (_, index) => file(`${index}.txt`)) },
    ];
    expect((await apply(many(20))).status).toBe(200);
    expect(refusal(await apply(many(21)))).toBe("400 changes.0.files: must be at most 20 items long.");
  });

  it("may have 1 MB and no byte more", async () => {
    const mebibyte = 1024 * 1024;
    const insert = (size: number) =>
      insertFile(service, changeRequest, {
        name: "a.bin",
        contentType: "application/x-a",
        bytes: new Uint8Array(size),
      });
    const whole = await insert(mebibyte);
    expect(member(whole, "insertedFiles.0.size")).toBe(mebibyte);
    expect(refusal(await insert(mebibyte + 1))).toMatch(
      /^413 changes\.0 \(insert_files\): files\.0\.base64: .* at most 1 MB/,
    );
    expect(refusal(await insert(2 * mebibyte))).toMatch(/^4(00|13) changes\.0.*base64/);
  });
});

describe("the title of a space", () => {
  const create = (title: string) =>
    service.send(`POST /v1/orgs/${service.organization}/spaces`, { body: JSON.stringify({ title }) });

  it("can have 50 characters but not 51, when created and when changed", async () => {
    const made = await create("x".repeat(50));
    expect(text(made, "title")).toBe("x".repeat(50));
    expect(refusal(await create("x".repeat(51)))).toBe("400 title: must be at most 50 characters long.");
    const change = (title: string) =>
      service.send(`PATCH /v1/spaces/${text(made, "id")}`, { body: JSON.stringify({ title }) });
    expect((await change("y".repeat(50))).status).toBe(200);
    expect(refusal(await change("y".repeat(51)))).toBe("400 title: must be at most 50 characters long.");
  });
});

describe("the subject of a change request", () => {
  it("can have 100 characters but not 101, when created and when changed", async () => {
    const list = changeRequest.slice(0, changeRequest.lastIndexOf("/"));
    const create = (subject: string) => service.send(`POST ${list}`, { body: JSON.stringify({ subject }) });
    const change = (subject: string) => service.send(`PATCH ${changeRequest}`, { body: JSON.stringify({ subject }) });
    expect((await create("x".repeat(100))).status).toBe(201);
    expect((await change("x".repeat(100))).status).toBe(200);
    expect(refusal(await create("x".repeat(101)))).toBe("400 subject: must be at most 100 characters long.");
    expect(refusal(await change("x".repeat(101)))).toBe("400 subject: must be at most 100 characters long.");
  });
});

describe("a search query", () => {
  it("must have 1 to 512 characters", async () => {
    const ask = (query: string) => service.send(`GET /v1/orgs/${service.organization}/search?query=${query}`);
    expect((await ask("x".repeat(512))).status).toBe(200);
    expect(refusal(await ask("x".repeat(513)))).toBe("400 query: must be at most 512 characters long.");
    expect(refusal(await ask(""))).toBe("400 query: must be at least 1 character long.");
  });
});
