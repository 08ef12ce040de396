import { expect, it } from "vitest";
import { fetchAll, type Outbound } from "../../../../src/platform/kernel/outbound/outbound.ts";

const megabyte = 1024 * 1024;

/** A server whose every file has this size; `asked` collects the requested paths. */
function server(bytes: number, asked: string[]): Outbound {
  const file = { bytes: new Uint8Array(bytes), contentType: "image/png" };
  return {
    hasFolder: () => false,
    send: async () => ({ status: 204, headers: new Headers(), bytes: new Uint8Array() }),
    routeTo: async () => ({ addresses: [] }),
    fetch: async (url) => {
      asked.push(url);
      return file;
    },
  };
}

const urls = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}.png`);

it("each URL of a request is fetched once", async () => {
  const asked: string[] = [];
  const found = await fetchAll(server(10, asked), [...urls(2), ...urls(2)]);
  expect(asked).toEqual(["https://example.com/0.png", "https://example.com/1.png"]);
  expect([...found.keys()]).toEqual(asked);
});

it("100 MB in total are accepted, and nothing is requested after that", async () => {
  expect((await fetchAll(server(25 * megabyte, []), urls(4))).size).toBe(4);
  const asked: string[] = [];
  await expect(fetchAll(server(25 * megabyte, asked), urls(1000))).rejects.toThrow(
    "The URLs of one request may take 100 MB and 120 seconds together. Insert the files with several requests.",
  );
  expect(asked).toHaveLength(4);
});

it("the file that exceeds the limit is rejected", async () => {
  await expect(fetchAll(server(24 * megabyte, []), urls(5))).rejects.toMatchObject({ code: "payload_too_large" });
});
