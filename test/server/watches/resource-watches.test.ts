import { expect, it, vi } from "vitest";
import { createResourceWatches } from "../../../src/server/watches/resource-watches.ts";
import { changingPage } from "../changing-page.ts";

function watching(delay = 1_000_000) {
  const page = changingPage();
  return {
    page,
    watches: createResourceWatches({ client: async () => page.client(), clock: async () => ({ delay: () => delay }) }),
  };
}

it("a watch notifies of each change once, and of nothing else", async () => {
  const { page, watches } = watching();
  const changed = vi.fn();
  const watch = watches.watch(page.uri, undefined, changed);
  expect(await watch?.exists).toBe(true);
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(0);
  page.write();
  await watches.poll();
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(1);
  page.remove();
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(2);
  watch?.end();
});

it("a watch checks after each interval while anything is watched", async () => {
  const { page, watches } = watching(5);
  const told = await new Promise<string>((resolve) => {
    const watch = watches.watch(page.uri, undefined, () => {
      watch?.end();
      resolve("told");
    });
    void watch?.exists.then(() => page.write());
  });
  expect(told).toBe("told");
  expect(watches.size).toBe(0);
  const { requests } = page;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(page.requests).toBe(requests);
});

it("a watch is silent after its end, even about a change being read", async () => {
  const { page, watches } = watching();
  const changed = vi.fn();
  const watch = watches.watch(page.uri, undefined, changed);
  await watch?.exists;
  page.write();
  const look = watches.poll();
  watch?.end();
  await look;
  expect(changed).toHaveBeenCalledTimes(0);
});

it("a watch reads as the subscriber, who is notified only of what they may see", async () => {
  const { page, watches } = watching();
  const stranger = vi.fn();
  const member = vi.fn();
  const first = watches.watch(page.uri, { client: page.client("stranger"), principal: "stranger" }, stranger);
  const second = watches.watch(page.uri, { client: page.client("member"), principal: "member" }, member);
  await Promise.all([first?.exists, second?.exists]);
  page.write();
  await watches.poll();
  expect(stranger).toHaveBeenCalledTimes(0);
  expect(member).toHaveBeenCalledTimes(1);
  first?.end();
  second?.end();
});

it("a watch notifies when a missing resource comes into existence", async () => {
  const { page, watches } = watching();
  page.remove();
  const changed = vi.fn();
  const watch = watches.watch(page.uri, undefined, changed);
  expect(await watch?.exists).toBe(false);
  page.write();
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(1);
  watch?.end();
});

it("at most two thousand watches are accepted", async () => {
  const { page, watches } = watching();
  const taken = Array.from({ length: 2000 }, () => watches.watch(page.uri, undefined, () => {}));
  expect(taken.every((watch) => watch !== undefined)).toBe(true);
  expect(watches.watch(page.uri, undefined, () => {})).toBeUndefined();
  taken[0]?.end();
  expect(watches.watch(page.uri, undefined, () => {})).toBeDefined();
  for (const watch of taken) watch?.end();
  await Promise.all(taken.map((watch) => watch?.exists));
});

it("at most a thousand watches of one caller are accepted, which leaves room for others", async () => {
  const { page, watches } = watching();
  const of = (principal: string) => watches.watch(page.uri, { client: page.client(principal), principal }, () => {});
  const taken = Array.from({ length: 1000 }, () => of("greedy"));
  expect(taken.every((watch) => watch !== undefined)).toBe(true);
  expect(of("greedy")).toBeUndefined();
  const other = of("modest");
  expect(other).toBeDefined();
  taken[0]?.end();
  taken[0]?.end();
  const again = of("greedy");
  expect(again).toBeDefined();
  expect(of("greedy")).toBeUndefined();
  for (const watch of [...taken, other, again]) watch?.end();
  await Promise.all([...taken, other, again].map((watch) => watch?.exists));
  expect(watches.size).toBe(0);
});
