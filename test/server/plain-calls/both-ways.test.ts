import { afterAll, describe, expect, it } from "vitest";
import { type EndpointOptions, endpoint } from "../endpoint.ts";
import { callCases, tools } from "./call-cases.ts";
import { channels, type Endpoint } from "./channels.ts";

const opened: Endpoint[] = [];
afterAll(() => Promise.all(opened.map(({ handler }) => handler.close())));

function open(options: EndpointOptions): Endpoint {
  const made = endpoint({ ...options, tools });
  opened.push(made);
  return made;
}

describe.each(Object.entries(channels))("a call over %s gets the response of the SDK", (name, channel) => {
  const cases = Object.entries(callCases).filter(([, { only }]) => only === undefined || only.test(name));

  it.each(cases)("%s", async (_what, call) => {
    const plain = open({ ...call.settings });
    const sdk = open({ ...call.settings, withoutPlainCalls: true });
    const response = await channel.exchange(plain, call);
    expect(response).toEqual(await channel.exchange(sdk, call));
    expect(JSON.stringify(response).replaceAll('\\"', '"')).toContain(call.says ?? "");
    expect(plain.plainCallCount(), "plain calls").toBe(call.plain.includes(channel.era) ? 1 : 0);
    expect(sdk.plainCallCount()).toBe(0);
  });
});
