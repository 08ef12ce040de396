import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { findScriptRuntime, startScript } from "../../../src/platform/integrations/script-runtime.ts";
import { createOutbound } from "../../../src/platform/kernel/outbound/outbound.ts";

it("a script that has ended leaves nothing behind on the signal of the platform", async () => {
  const { signal } = new AbortController();
  const api = { origin: "https://docs.example.com", call: async () => new Response() };
  const ways = { outbound: createOutbound(() => false), api, signal };
  const integration = { script: "export default { fetch: () => new Response() };", runtime: "v2" } as const;
  const script = await startScript(findScriptRuntime(undefined) ?? "", integration, ways);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await script.stop();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
