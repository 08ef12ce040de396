import { describe, expect, it } from "vitest";
import { fileInside } from "../../../../src/platform/publishing/published/file-inside.ts";

describe("a file of a static site", () => {
  it.each([
    ["linux", "/srv/site", "guides/start/index.html", "/srv/site/guides/start/index.html"],
    ["linux", "/", "index.html", "/index.html"],
    ["win32", "C:\\site\\new", "guides/start/index.html", "C:\\site\\new\\guides\\start\\index.html"],
    ["win32", "C:\\", "~files/x/a b.png", "C:\\~files\\x\\a b.png"],
  ] as const)("on %s is placed in its folder: %s, %s", (platform, folder, path, file) => {
    expect(fileInside(folder, path, platform)).toBe(file);
  });

  it.each([
    ["linux", "/srv/site", "../other/x"],
    ["linux", "/srv/site", "/etc/passwd"],
    ["linux", "/srv/site", "../site-2/x"],
    ["win32", "C:\\site", "..\\other\\x"],
    ["win32", "C:\\site", "D:/x"],
    ["win32", "C:\\out", "c:x"],
    ["win32", "C:\\site", "a/con/index.html"],
    ["win32", "C:\\site", "~files/x/a:b.png"],
    ["win32", "C:\\site", "what?/index.html"],
  ] as const)(
    "on %s is refused outside of its folder, or with a name the system lacks: %s, %s",
    (platform, folder, path) => {
      expect(() => fileInside(folder, path, platform)).toThrow(
        `${JSON.stringify(path)} is not a valid file name in ${folder}`,
      );
    },
  );
});
