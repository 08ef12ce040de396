import { stringify } from "yaml";
import { ComputedSource } from "../../contract/models/computed-content.ts";
import { fenceAround } from "../../text/code-fence.ts";
import { parseYaml } from "../../text/yaml.ts";

/** Longer texts are no settings; it bounds the work that one entry can cause. */
const mostCharacters = 20_000;

/** What the pages of a fenced entry are computed from; undefined where it says something else. */
export function readComputedEntry(lines: readonly string[]): ComputedSource | undefined {
  const text = lines.join("\n");
  if (text.length > mostCharacters) return undefined;
  try {
    const document = parseYaml(text, { logLevel: "silent" });
    // What else is wrong with it shows in what is read.
    if (document.errors.some(({ code }) => code === "BAD_ALIAS")) return undefined;
    const value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 0 }) ?? null)) as unknown;
    // Taken as it was written, so that it is written in the same order.
    return ComputedSource.safeParse(value).success ? (value as ComputedSource) : undefined;
  } catch {
    return undefined;
  }
}

/** The same as the lines of a fence that nothing in it ends, without indentation. */
export function writeComputedEntry(source: ComputedSource): string[] {
  const text = stringify(source, { lineWidth: 0 }).trimEnd();
  const fence = fenceAround(text);
  return [`${fence}yaml`, ...text.split("\n"), fence];
}
