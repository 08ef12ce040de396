import { describe, expect, it } from "vitest";
import { openSpecDesk } from "./spec-desk.ts";

const desk = openSpecDesk();

describe("the content of a version", () => {
  /** Longer than what is unpacked at once, with multibyte characters everywhere. */
  const description = "Ebbe und Flut – 潮汐 🌊\t\\\n".repeat(40_000);
  const value = { openapi: "3.1.0", info: { title: "Tides", version: "1", description }, paths: {} };

  it("is the given JSON and exactly the given text, however large", async () => {
    const text = `\uFEFF${JSON.stringify(value, undefined, 2)}`;
    const { lastProcessedErrors } = await desk.put("long", { text });
    expect(lastProcessedErrors).toEqual([]);
    const content = await desk.send("GET long/versions/latest/content");
    expect(content.headers.get("content-type")).toBe("application/json");
    expect(content.json).toMatchObject({ filesystem: [{ filename: "openapi.json", specification: value }] });
    const raw = await desk.send("GET long/versions/latest/content/raw");
    expect(raw.json).toEqual({ text, format: "json" });
  });

  it("is released if it is not read to its end", async () => {
    await desk.put("left", { text: JSON.stringify(value) });
    const { platform, organization, token } = desk.service;
    const url = `https://docs.example.com/v1/orgs/${organization}/openapi/left/versions/latest/content`;
    const response = await platform.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }));
    await response.body?.cancel();
    expect((await desk.send("GET left")).status).toBe(200);
  });
});
