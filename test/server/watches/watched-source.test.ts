import { expect, it, vi } from "vitest";
import { createResourceWatches } from "../../../src/server/watches/resource-watches.ts";
import { type ScriptedService, scriptedService } from "../../support/scripted-service.ts";

const pages = (edited: string) => ({
  pages: [
    { id: "p1", title: "Start", type: "document", path: "start", updatedAt: edited },
    { id: "p2", title: "Install", type: "document", path: "install", updatedAt: "2026-01-01T00:00:00Z" },
  ],
});

function spaceService() {
  const state = { revision: "r1", tree: pages("2026-01-01T00:00:00Z") as unknown, fails: false };
  const service = scriptedService({
    "GET /v1/spaces/api": () => {
      if (state.fails) throw new Error("the network is down");
      return { id: "api", title: "API docs", revision: state.revision };
    },
    "GET /v1/spaces/api/content/pages": () => state.tree,
  });
  const watches = createResourceWatches({
    client: async () => service.client,
    clock: async () => ({ delay: () => 1_000_000 }),
  });
  return { state, service, watches };
}

const lines = ({ requests }: ScriptedService) => requests.map(({ line }) => line.replace("?metadata=false", ""));

it("a space is read once for all its pages, and pages only after its revision changed", async () => {
  const { state, service, watches } = spaceService();
  const told: string[] = [];
  const uris = [
    "docs://spaces/api",
    "docs://spaces/api/pages/p1",
    "docs://spaces/api/pages/start",
    "docs://spaces/api/pages/install",
  ];
  await Promise.all(uris.map((uri) => watches.watch(uri, undefined, () => told.push(uri))?.exists));
  expect(lines(service)).toEqual(["GET /v1/spaces/api", "GET /v1/spaces/api/content/pages"]);
  await watches.poll();
  await watches.poll();
  expect(lines(service).slice(2)).toEqual(["GET /v1/spaces/api", "GET /v1/spaces/api"]);
  state.revision = "r2";
  state.tree = pages("2026-02-02T00:00:00Z");
  await watches.poll();
  expect(lines(service).slice(4)).toEqual(["GET /v1/spaces/api", "GET /v1/spaces/api/content/pages"]);
  expect(told).toEqual(uris.slice(0, 3));
});

it("the state at the beginning of a watch causes no notification", async () => {
  const { state, watches } = spaceService();
  const early = vi.fn();
  const late = vi.fn();
  await watches.watch("docs://spaces/api", undefined, early)?.exists;
  state.revision = "r2";
  await watches.watch("docs://spaces/api", undefined, late)?.exists;
  await watches.poll();
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 0]);
  state.revision = "r1";
  await watches.poll();
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 1]);
});

it("a failing service counts as unchanged, and later changes are noticed", async () => {
  const { state, watches } = spaceService();
  const changed = vi.fn();
  await watches.watch("docs://spaces/api", undefined, changed)?.exists;
  state.fails = true;
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(0);
  state.fails = false;
  state.revision = "r2";
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(1);
});

it("a resource that could not be read at first is watched", async () => {
  const { state, watches } = spaceService();
  state.fails = true;
  const changed = vi.fn();
  expect(await watches.watch("docs://spaces/api", undefined, changed)?.exists).toBe(true);
  state.fails = false;
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(0);
  state.revision = "r2";
  await watches.poll();
  expect(changed).toHaveBeenCalledTimes(1);
});

it("a moved page causes notifications for its old and new path", async () => {
  const { state, watches } = spaceService();
  const told: string[] = [];
  const old = "docs://spaces/api/pages/install";
  const made = "docs://spaces/api/pages/start%2Finstall";
  const group = "docs://spaces/api/pages/p1";
  for (const uri of [old, made, group]) await watches.watch(uri, undefined, () => told.push(uri))?.exists;
  const moved = { id: "p2", title: "Install", type: "document", path: "start/install" };
  state.revision = "r2";
  state.tree = { pages: [{ ...pages("2026-01-01T00:00:00Z").pages[0], pages: [moved] }] };
  await watches.poll();
  expect(told).toEqual([old, made]);
});
