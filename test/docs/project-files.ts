import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const project = resolve(import.meta.dirname, "../..");

export const readText = (path: string): string => readFileSync(join(project, path), "utf8");

/** Paths, from the project's root, of every document for people. */
export function documentPaths(): string[] {
  const manual = readdirSync(join(project, "docs"), { recursive: true, encoding: "utf8" });
  const pages = manual.filter((path) => path.endsWith(".md")).map((path) => `docs/${path}`);
  return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "AGENTS.md", ...pages.sort()];
}
