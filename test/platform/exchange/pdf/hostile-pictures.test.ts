import { beforeAll, expect, it } from "vitest";
import { PictureThread } from "../../../../src/platform/exchange/pdf/pictures.ts";
import { expectCost } from "../../../support/cost.ts";
import { insertFile, insertPages, makeChangeRequest, makeSpace, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { chunk, jpeg, png } from "./png-bytes.ts";

const service = running();

const good = png({ width: 1, height: 1, rows: Uint8Array.from([0, 9, 9, 9]) });

const large = png({ width: 2000, height: 2000, rows: new Uint8Array(2000 * 6001) });

const pictures: Readonly<Record<string, Uint8Array>> = {
  "no-pixels.png": png({ width: 0, height: 0 }),
  "invalid-data.png": png({ width: 1, height: 1, packed: Buffer.from("789c00", "hex") }),
  "huge.png": png({
    width: 30_000,
    height: 30_000,
    color: 6,
    interlace: 1,
    early: [chunk("tEXt", Buffer.from("a b"))],
  }),
  "bomb.png": png({ width: 1, height: 1, rows: new Uint8Array(100_000_000) }),
  "six-bytes.jpg": Buffer.from("ffd8ffe00000", "hex"),
  "wide.jpg": jpeg(65_535, 65_535),
  "no-picture.png": Buffer.from("words"),
};

let changeRequest = "";

beforeAll(async () => {
  changeRequest = await makeChangeRequest(service, await makeSpace(service));
  for (const [name, bytes] of Object.entries({ ...pictures, "good.png": good, "large.png": large })) {
    const contentType = name.endsWith(".png") ? "image/png" : "image/jpeg";
    await insertFile(service, changeRequest, { name, contentType, bytes });
  }
});

/** The number of pictures in the PDF of one page. */
async function drawn(names: readonly string[]): Promise<number> {
  const markdown = names.map((name) => `![Alt](.gitbook/assets/${name})`).join("\n\n");
  const [page = ""] = await insertPages(service, changeRequest, [{ title: names.join(" ").slice(0, 50), markdown }]);
  const url = text(await service.send(`GET ${changeRequest}/pdf?page=${page}&only=true`), "url");
  const response = await service.platform.fetch(new Request(url));
  expect(response.status).toBe(200);
  const source = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect(source.trimEnd().endsWith("%%EOF")).toBe(true);
  return [...source.matchAll(/\/Subtype \/Image/g)].length;
}

it("a PDF has the good picture and shows the others as missing", async () => {
  const names = Object.keys(pictures);
  expect(await drawn([...names.slice(0, 4), "good.png", ...names.slice(4)])).toBe(1);
});

it.each(Object.keys(pictures))("%s is missing, and does not cost as much as a large picture", async (name) => {
  expect(await drawn([name])).toBe(0);
  expect(await drawn(["large.png"])).toBe(1);
  await expectCost(() => drawn([name]), { times: 3, reference: () => drawn(["large.png"]) });
});

it("a picture shown a hundred times is written once", async () => {
  expect(await drawn(Array.from({ length: 100 }, () => "good.png"))).toBe(1);
});

it("a picture that takes too long is missing, and the next one is drawn", async () => {
  const thread = new PictureThread();
  const large = png({ width: 4000, height: 4000, color: 6, rows: new Uint8Array(4000 * 16_001) });
  expect(await thread.prepare(large, 1)).toBeUndefined();
  expect(await thread.prepare(good, 30_000.5)).toMatchObject({ width: 1, height: 1 });
  await thread.close();
});
