import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadScript } from "../../src/cli/compiled-code.ts";

let folder: string;
let file: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "compiled-code-"));
  file = join(folder, "program.cjs");
  cache = join(folder, "cache", "copydesk");
  writeModule('const { sep } = require("node:path");\nexports.answer = () => sep + __filename;\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeModule = (code: string) =>
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${code}\n})`);

function answerOf({ exports }: ReturnType<typeof loadScript>): string {
  return (exports as { answer(): string }).answer();
}

/** The stored file, which is replaced whenever it is stored anew. */
function stored() {
  const [name, ...others] = readdirSync(cache);
  expect(others).toEqual([]);
  const path = join(cache, name ?? "");
  return { path, inode: statSync(path).ino, mode: statSync(path).mode & 0o777 };
}

function loadAndStore(): string {
  const loaded = loadScript(file, cache);
  const answer = answerOf(loaded);
  loaded.store();
  return answer;
}

it("runs a script from stored code, which only its user can read", () => {
  expect(loadAndStore()).toBe(`/${file}`);
  const first = stored();
  expect(first.mode).toBe(0o600);
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(loadAndStore()).toBe(`/${file}`);
  expect(stored()).toEqual(first);
});

it.each<[string, (path: string) => void]>([
  ["was cut short", (path) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
  ["is empty", (path) => writeFileSync(path, "")],
  [
    "has another byte",
    (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
  ],
  ["others may write", (path) => chmodSync(path, 0o666)],
])("replaces stored code that %s", (_what, change) => {
  loadAndStore();
  const before = stored();
  change(before.path);
  expect(loadAndStore()).toBe(`/${file}`);
  const after = stored();
  expect(after.inode).not.toBe(before.inode);
  loadAndStore();
  expect(stored()).toEqual(after);
});

it("does not run stored code of another source of the same length", () => {
  loadAndStore();
  const source = readFileSync(file, "utf8");
  writeFileSync(file, source.replace("sep + __filename", 'sep + "another" '));
  utimesSync(file, 1, 1);
  expect(answerOf(loadScript(file, cache))).toBe("/another");
});

it("keeps few files", () => {
  mkdirSync(cache, { recursive: true });
  for (let old = 0; old < 10; old += 1) writeFileSync(join(cache, `old-${old}`), "");
  loadAndStore();
  expect(readdirSync(cache)).toHaveLength(4);
});

it("runs a script where nothing can be stored", () => {
  const occupied = join(folder, "occupied");
  writeFileSync(occupied, "");
  const loaded = loadScript(file, join(occupied, "copydesk"));
  loaded.store();
  expect(answerOf(loaded)).toBe(`/${file}`);
});

it("stores nothing for a user without an absolute home folder", () => {
  vi.stubEnv("HOME", "home-of-nobody");
  vi.stubEnv("XDG_CACHE_HOME", "");
  try {
    const loaded = loadScript(file);
    loaded.store();
    expect(answerOf(loaded)).toBe(`/${file}`);
    expect(existsSync("home-of-nobody")).toBe(false);
  } finally {
    vi.unstubAllEnvs();
    rmSync("home-of-nobody", { recursive: true, force: true });
  }
});

it("keeps the places of errors", () => {
  writeModule("\nexports.answer = () => new Error().stack;\n");
  expect(answerOf(loadScript(file, cache))).toContain(`${file}:2:24`);
});

it("throws the error of the file system for a script that is missing", () => {
  rmSync(file);
  expect(() => loadScript(file, cache)).toThrow(expect.objectContaining({ code: "ENOENT", path: file }));
});
