import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../../src/client/client.ts";
import { checkIntegration } from "../../../src/tools/catalog/check-integration.ts";
import { setUpIntegration } from "../../../src/tools/catalog/set-up-integration.ts";
import { IntegrationDesk } from "../../platform/integrations/desk.ts";
import { makeSpaceIn } from "../../platform/workspace/spaces/arrangement.ts";
import { callTool } from "./call-tool.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

const client = () => {
  const { token, platform } = desk.service;
  return createClient({ baseUrl: "https://docs.example.com/v1", token, fetch: platform.fetch });
};
const check = (input: object = {}) => callTool(checkIntegration, client(), { integration: "chat", ...input });
const setUp = (input: object = {}) => callTool(setUpIntegration, client(), { integration: "chat", ...input });

const configurations = { account: { properties: { channel: { type: "string" } }, required: ["channel"] } };

describe("check_integration", () => {
  it("says that an integration is installed nowhere, and how to install it", async () => {
    await desk.publish({});
    expect(await check()).toMatch(/not installed anywhere.*set_up_integration installs it/);
  });

  it("names the fields that an installation waits for", async () => {
    await desk.publish({ configurations });
    await desk.install();
    expect(await check()).toMatch(/pending.*give "channel" with set_up_integration/);
  });

  it("says that an installation works on no space", async () => {
    await desk.publish({ target: "space" });
    await desk.install();
    expect(await check()).toMatch(/works on no space yet/);
  });

  it("shows the log of the newest failure, fenced, and how to send it again", async () => {
    const hook = await desk.listen((_index, response) => {
      response.statusCode = 503;
    });
    await desk.publish({ endpoint: hook.url });
    await desk.install();
    await desk.settle();
    const [event] = await desk.events();
    const answer = await check();
    expect(answer).toContain(`- Failed: "installation_setup"`);
    expect(answer).toMatch(
      /<(text-\w+)>\n(error: 127\.0\.0\.1:\d+ answered 503\.\n){4}error: Gave up after 4[^\n]*\n<\/\1>/,
    );
    expect(answer).toContain('"test_event"');
    expect(await check({ event: event?.id })).toContain("answered 503");
  });
});

describe("set_up_integration", () => {
  it("installs, configures and puts it on a space in one call", async () => {
    await desk.publish({ configurations, target: "space" });
    const space = await makeSpaceIn(desk.service, "Masts", {});
    const answer = await setUp({ configuration: { channel: "docs" }, space: "Masts" });
    expect(answer).toMatch(
      /^Installed as "\w+"\. It waits for its configuration: "channel"\.\nConfigured\. It is active\./,
    );
    expect(answer).toContain(`It works on space "Masts" (${space}): active.`);
  });

  it("names the field of a configuration that does not fit", async () => {
    await desk.publish({ configurations });
    await desk.install();
    await expect(setUp({ configuration: { channel: 7 } })).rejects.toThrow(/configuration\.channel: it takes a string/);
    await expect(setUp({ configuration: { chanel: "docs" } })).rejects.toThrow(/configuration\.chanel.*channel/);
  });

  it("redelivers a recorded event and reports the result", async () => {
    let isBroken = true;
    const hook = await desk.listen((_index, response) => {
      if (isBroken) response.statusCode = 500;
    });
    await desk.publish({ endpoint: hook.url });
    await desk.install();
    await desk.settle();
    isBroken = false;
    const [event] = await desk.events();
    const answer = await setUp({ test_event: event?.id });
    expect(answer).toContain(`Event "${event?.id}" was sent again and handled.`);
    expect(answer).toMatch(/answered 200/);
  });

  it("says that there is nothing to do if it is installed and nothing is given", async () => {
    await desk.publish({});
    await desk.install();
    await expect(setUp()).rejects.toThrow(/already installed.*configuration, space or test_event/);
  });
});
