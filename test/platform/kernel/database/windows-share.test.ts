import { expect, it } from "vitest";
import { isShare } from "../../../../src/platform/kernel/database/data-folder.ts";

it.each(["\\\\server\\share\\desk", "//server/share", "\\\\?\\UNC\\server\\share"])(
  "%s is on another machine, where two processes could damage a database",
  (path) => expect(isShare(path)).toBe(true),
);

it.each(["C:\\Users\\ann", "D:\\", "\\\\?\\C:\\Users", "\\\\.\\C:\\x", "\\desk"])("%s is on this machine", (path) =>
  expect(isShare(path)).toBe(false),
);
