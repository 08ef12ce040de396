import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { serve, temporaryFolder } from "./program.ts";

const data = join(temporaryFolder(), "data");
const call = (name: string, input: object, ...flags: string[]) =>
  answered(["call", name, JSON.stringify(input), "--data", data, ...flags]);

let spaceId = "";

beforeAll(async () => {
  const { items } = JSON.parse((await call("organizations.list", {})).stdout) as { items: { id: string }[] };
  const made = await call("createSpace", { organizationId: items[0]?.id, title: "Moss" });
  ({ id: spaceId } = JSON.parse(made.stdout) as { id: string });
});

it("a temporary link leads to where `copydesk serve` serves it", async () => {
  const served = await serve(["--data", data]);
  const { port } = new URL(served.ready.api ?? "");
  const { stdout, stderr } = await call("getSpacePDF", { spaceId }, "--port", port);
  const { url } = JSON.parse(stdout) as { url: string };
  expect(stderr).toBe(
    `The temporary links lead to http://127.0.0.1:${port}: \`copydesk serve\` on this data folder serves them there.\n`,
  );
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  await response.arrayBuffer();
});

it("the answer says that nothing serves the link if its address cannot be known", async () => {
  const { stderr } = await call("getSpacePDF", { spaceId }, "--port", "0");
  expect(stderr).toBe(
    "The temporary links will not work: with port 0, the address of `copydesk serve` is not known.\n",
  );
});

it("other answers are returned without a note", async () => {
  expect((await call("getSpaceById", { spaceId })).stderr).toBe("");
});
