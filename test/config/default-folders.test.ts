import { describe, expect, it } from "vitest";
import { defaultCacheFolder, defaultDataFolder, type Machine } from "../../src/config/default-folders.ts";

const linux: Machine = { platform: "linux", home: "/home/ann", environment: {} };
const mac: Machine = { platform: "darwin", home: "/Users/ann", environment: {} };
const windows: Machine = {
  platform: "win32",
  home: "C:\\Users\\ann",
  environment: { LOCALAPPDATA: "D:\\Local" },
};

const folderOn = (machine: Machine, ...there: string[]) => defaultDataFolder(machine, (path) => there.includes(path));

describe("the default data folder", () => {
  it("is ~/.local/share on Linux", () => {
    expect(folderOn(linux)).toBe("/home/ann/.local/share/copydesk");
  });

  it("is in Application Support on macOS", () => {
    expect(folderOn(mac)).toBe("/Users/ann/Library/Application Support/Copydesk");
  });

  it("is in %LOCALAPPDATA% on Windows, or in the profile if that is not set", () => {
    expect(folderOn(windows)).toBe("D:\\Local\\Copydesk");
    expect(folderOn({ ...windows, environment: {} })).toBe("C:\\Users\\ann\\AppData\\Local\\Copydesk");
  });

  it("is in XDG_DATA_HOME on every system", () => {
    const environment = { XDG_DATA_HOME: "/x" };
    for (const machine of [linux, mac]) expect(folderOn({ ...machine, environment })).toBe("/x/copydesk");
    expect(folderOn({ ...windows, environment: { XDG_DATA_HOME: "E:\\x" } })).toBe("E:\\x\\copydesk");
  });

  it("ignores XDG_DATA_HOME if it is empty or relative", () => {
    for (const XDG_DATA_HOME of ["", "data", "./data"]) {
      expect(folderOn({ ...linux, environment: { XDG_DATA_HOME } })).toBe("/home/ann/.local/share/copydesk");
    }
  });

  it("is that of an earlier version until there is one of this version", () => {
    const earlier = "/Users/ann/.local/share/copydesk";
    expect(folderOn(mac, earlier)).toBe(earlier);
    expect(folderOn(mac, earlier, "/Users/ann/Library/Application Support/Copydesk")).toBe(
      "/Users/ann/Library/Application Support/Copydesk",
    );
    expect(folderOn(windows, "C:\\Users\\ann\\.local\\share\\copydesk")).toBe(
      "C:\\Users\\ann\\.local\\share\\copydesk",
    );
  });
});

describe("the usual cache folder", () => {
  const folder = (platform: NodeJS.Platform, home: string, environment: Record<string, string> = {}) =>
    defaultCacheFolder({ platform, home, environment });

  it("follows the conventions of each system", () => {
    expect(folder("linux", "/home/ann")).toBe("/home/ann/.cache/copydesk");
    expect(folder("darwin", "/Users/ann")).toBe("/Users/ann/Library/Caches/Copydesk");
    expect(folder("win32", "C:\\Users\\ann")).toBe("C:\\Users\\ann\\AppData\\Local\\Copydesk Cache");
    expect(folder("win32", "C:\\Users\\ann", { LOCALAPPDATA: "D:\\Local" })).toBe("D:\\Local\\Copydesk Cache");
  });

  it("is in XDG_CACHE_HOME if that is an absolute path", () => {
    expect(folder("darwin", "/Users/ann", { XDG_CACHE_HOME: "/var/cache" })).toBe("/var/cache/copydesk");
    expect(folder("linux", "/home/ann", { XDG_CACHE_HOME: "cache" })).toBe("/home/ann/.cache/copydesk");
  });
});
