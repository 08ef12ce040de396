import { describe, expect, it, vi } from "vitest";
import { changeClock } from "../../../src/cli/product-server.ts";
import { listAllTokens } from "../../../src/platform/access/tokens-rows.ts";
import { createPollTimer, remoteClock } from "../../../src/server/watches/resource-watches.ts";
import { openWorkspace, openWorkspaceAt } from "../../support/platform-workspace.ts";

describe("the clock of the embedded platform", () => {
  it("has a new stamp after any process wrote, and otherwise the same", async () => {
    const { platform, organization, folder, client } = await openWorkspace();
    const clock = changeClock({ embedded: { platform } });
    // Once a minute, the use of a token is recorded.
    await client.spaces.list({ organizationId: organization });
    const used = async () =>
      (await platform.database.read(listAllTokens)).every(({ last_used_at }) => last_used_at !== null);
    await expect.poll(used).toBe(true);
    const first = await clock.stamp?.();
    await client.spaces.list({ organizationId: organization });
    expect(await clock.stamp?.()).toBe(first);

    await client.spaces.create({ organizationId: organization, title: "Own" });
    const second = await clock.stamp?.();
    expect(second).not.toBe(first);

    const other = await openWorkspaceAt(folder);
    const third = await clock.stamp?.();
    await other.client.spaces.create({ organizationId: organization, title: "Other" });
    expect(await clock.stamp?.()).not.toBe(third);
    await other.platform.close();
  });
});

it("asks a remote service every ten seconds, at most one thing a second", () => {
  expect([1, 10, 60].map(remoteClock.delay)).toEqual([10_000, 10_000, 60_000]);
  expect(changeClock({})).toBe(remoteClock);
});

describe("the timer", () => {
  it("checks only after the stamp changed, and stops when nothing is watched", async () => {
    let requests = 1;
    let stamp = 1;
    const read = vi.fn(async () => stamp);
    const look = vi.fn(async () => {});
    const clock = vi.fn(async () => ({ delay: () => 1, stamp: read }));
    const timer = createPollTimer({ clock, requests: () => requests, poll: look });
    expect(clock).toHaveBeenCalledTimes(0);
    timer.start();
    timer.start();
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(5);
    expect(look).toHaveBeenCalledTimes(1);
    stamp = 2;
    await expect.poll(() => look.mock.calls.length).toBe(2);
    requests = 0;
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { length } = read.mock.calls;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read.mock.calls.length).toBe(length);
  });

  it("checks once more for all who asked while it was checking", async () => {
    const looks: (() => void)[] = [];
    const look = () => new Promise<void>((resolve) => looks.push(resolve));
    const timer = createPollTimer({ clock: async () => remoteClock, requests: () => 0, poll: look });
    const first = timer.poll();
    const others = [timer.poll(), timer.poll()];
    expect(looks.length).toBe(1);
    looks[0]?.();
    await expect.poll(() => looks.length).toBe(2);
    looks[1]?.();
    await Promise.all([first, ...others]);
    expect(looks.length).toBe(2);
  });
});
