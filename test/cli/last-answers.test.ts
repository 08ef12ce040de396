import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createStoppableHandler } from "../../src/cli/http-app.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const requestTo = (path: string) => new Request(`http://localhost${path}`);

test("a request that was answered is not kept", async () => {
  const app = createStoppableHandler(async () => new Response("done"));
  const answered = async () => {
    const request = requestTo("/mcp");
    await app.fetch(request);
    return new WeakRef(request);
  };
  const kept = await answered();
  await new Promise(setImmediate);
  collectGarbage();
  expect(kept.deref()).toBeUndefined();
});

test("requests in flight and later ones are answered with an error", async () => {
  const app = createStoppableHandler(() => new Promise(() => {}));
  const inFlight = [app.fetch(requestTo("/mcp")), app.fetch(requestTo("/v1/user"))];
  app.fail();
  const answers = await Promise.all([...inFlight, app.fetch(requestTo("/v1/user"))]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect(await answers[0]?.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32603 } });
  expect(await answers[1]?.json()).toMatchObject({ error: { code: 500 } });
});

test("an answer that fails rejects", async () => {
  const app = createStoppableHandler(async () => {
    throw new Error("broken");
  });
  await expect(app.fetch(requestTo("/mcp"))).rejects.toThrow("broken");
});
