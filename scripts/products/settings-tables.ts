import { readFile } from "node:fs/promises";
import { type Setting, settings } from "../../src/config/settings.ts";
import { code, markdownTable } from "../../src/reference/markdown.ts";

const all: readonly Setting[] = Object.values(settings);

/** `docs/configuration.md` with every setting in its table, and every limit in its list. */
export async function configurationPage(): Promise<string> {
  const limits = all.filter(({ limit }) => limit).map(({ variable }) => code(variable));
  const text = await read("docs/configuration.md");
  return withTable(text, all).replace(/\((?:`COPYDESK_\w+`(?:, )?)+\)/, `(${limits.join(", ")})`);
}

/** `README.md`, whose table has the settings that it had before. */
export async function readme(): Promise<string> {
  const text = await read("README.md");
  return withTable(
    text,
    all.filter(({ flag }) => text.includes(`\n| ${code(`--${flag}`)} |`)),
  );
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

function withTable(text: string, rows: readonly Setting[]): string {
  const table = markdownTable(
    ["Flag", "Variable", "Default", "Meaning"],
    rows.map((setting) => [code(`--${setting.flag}`), code(setting.variable), defaultFor(setting), setting.help]),
  );
  return text.replace(/^\| Flag \| Variable \|.*\n(?:\|.*\n)+/m, () => `${table}\n`);
}

function defaultFor({ default: standard }: Setting): string {
  const value = standard instanceof Function ? standard({ platform: "linux", home: "~", environment: {} }) : standard;
  return value === undefined || (Array.isArray(value) && value.length === 0) ? "not set" : code(String(value));
}
