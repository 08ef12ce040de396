import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { answered } from "./in-process.ts";

/** Writes a folder of files, given by their path, and returns its path. */
export function writeFolder(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Calls an operation with the command line and returns its result. */
export async function callOperation(data: string, operation: string, input: object = {}): Promise<unknown> {
  const { code, stdout, stderr } = await answered(["call", operation, JSON.stringify(input), "--data", data]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

export async function spaceTitles(data: string): Promise<string[]> {
  const [organization] = ((await callOperation(data, "organizations.list")) as Listed).items;
  const spaces = await callOperation(data, "spaces.list", { organizationId: organization?.id });
  return (spaces as Listed).items.map(({ title }) => title);
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

/** The token that a data folder keeps for this machine. */
export const tokenOf = (data: string): string => readFileSync(join(data, "token"), "utf8").trim();
