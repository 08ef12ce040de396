import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";

const systemBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The program that displays pages. */
async function findBrowser(): Promise<string> {
  const named = process.env.COPYDESK_BROWSER;
  if (named !== undefined) return named;
  if (process.platform === "linux" && process.arch === "x64") return unpackedBrowser();
  const found = systemBrowsers.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error("There is no browser. Name a Chromium with COPYDESK_BROWSER.");
}

/** The package unpacks its program into the temporary folder, and would use another's that is there. */
async function unpackedBrowser(): Promise<string> {
  const folder = join(import.meta.dirname, "../../node_modules/.cache/chromium");
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    return await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Throws if there is none: tests of pages are never skipped silently. */
export async function openBrowser(): Promise<Browser> {
  return launch(await findBrowser());
}

/** Another test file may be unpacking the program, which cannot be run before that is complete. */
async function launch(executablePath: string): Promise<Browser> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    } catch (error) {
      if (attempt === 60 || !String(error).includes("ETXTBSY")) throw error;
      await sleep(500);
    }
  }
}
