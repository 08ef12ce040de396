import { type Document, isMap, isScalar, type YAMLMap } from "yaml";
import { z } from "zod";
import { parseYaml } from "../../../markdown/grammar/yaml.ts";
import { withoutEnds } from "../../../markdown/text/trim.ts";
import type { ImportProblem, ImportWarning } from "./errors.ts";
import { isExternal, resolveInside } from "./folder-path.ts";

/**
 * The settings in `.gitbook.yaml`. `root` is relative to the folder (`""` is the folder itself), the others to `root`.
 */
export type GitbookConfig = {
  root: string;
  /** Undefined if the file does not name one. */
  readme?: string;
  summary?: string;
  redirects: { from: string; to: string }[];
  warnings: ImportWarning[];
};

/** In order of precedence. */
export const configNames = [".gitbook.yaml", ".gitbook.yml"] as const;

/** The YAML parser takes long for each character. */
const maxConfigChars = 262_144;

const maxRedirectLength = 1024;

const ConfigFile = z.looseObject({
  root: z.unknown().optional(),
  structure: z.unknown().optional(),
  redirects: z.unknown().optional(),
});

const Structure = z.looseObject({ readme: z.unknown().optional(), summary: z.unknown().optional() });

const Redirects = z.record(z.string(), z.unknown());

/** Reads the text of a `.gitbook.yaml`. Never throws: an unusable setting gives a warning and gets its default. */
export function parseGitbookConfig(text: string, path: string = configNames[0]): GitbookConfig {
  const config: GitbookConfig = { root: "", redirects: [], warnings: [] };
  const warn = (problem: ImportProblem, message: string) => config.warnings.push({ path, problem, message });

  const file = readYaml(text, (reason) => warn("bad_config", `${path} is not valid and is ignored: ${reason}`));
  const settings = ConfigFile.safeParse(file ?? {});
  if (!settings.success) {
    warn("bad_config", `${path} is ignored: it must hold settings such as \`root: ./docs\`.`);
    return config;
  }

  const pathSetting = (name: string, value: unknown): string | undefined => {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") {
      warn("bad_config", `\`${name}\` in ${path} must be a path; the default is used.`);
      return undefined;
    }
    const inside = resolveInside("", value.trim());
    if (inside === undefined) warn("path_outside", `\`${name}\` in ${path} leaves the folder; the default is used.`);
    return inside;
  };

  config.root = pathSetting("root", settings.data.root) ?? "";
  const structure = Structure.safeParse(settings.data.structure ?? {});
  if (!structure.success) warn("bad_config", `\`structure\` in ${path} must hold \`readme\` and \`summary\`.`);
  const readme = pathSetting("structure.readme", structure.data?.readme);
  if (readme) config.readme = readme;
  const summary = pathSetting("structure.summary", structure.data?.summary);
  if (summary) config.summary = summary;

  const redirects = Redirects.safeParse(settings.data.redirects ?? {});
  if (!redirects.success) warn("bad_config", `\`redirects\` in ${path} must map old paths to pages.`);
  for (const [from, value] of Object.entries(redirects.data ?? {})) {
    const leadsOut = typeof value === "string" && isExternal(value.trim());
    const to = leadsOut ? value.trim() : pathSetting(`redirects.${from}`, value);
    const path = redirectPath(from);
    if (to && path !== "" && path.length <= maxRedirectLength) config.redirects.push({ from: path, to });
  }
  return config;
}

/** The normalized path of a redirect, without slashes at its ends. */
const redirectPath = (written: string): string => withoutEnds(written.trim(), "/");

function readYaml(text: string, refuse: (reason: string) => void): unknown {
  if (text.length > maxConfigChars) {
    refuse(`it is longer than ${maxConfigChars} characters.`);
    return undefined;
  }
  try {
    const document = parseYaml(text.replace(/^\uFEFF/, ""), { logLevel: "error" });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    refuse(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
    return undefined;
  }
}

/** By path: the new target, or undefined to remove the redirect. */
export type RedirectEdits = ReadonlyMap<string, string | undefined>;

/** A configuration with edited redirects and everything else unchanged; undefined if it cannot be read. */
export function withRedirects(text: string, edits: RedirectEdits): string | undefined {
  const document = readDocument(text.replace(/^\uFEFF/, ""));
  if (document === undefined) return undefined;
  const isEmpty = document.contents === null || (isScalar(document.contents) && document.contents.value === null);
  if (document.errors.length > 0 || !(isEmpty || isMap(document.contents))) return undefined;
  const present: unknown = isEmpty ? undefined : document.get("redirects");
  if (present != null && !isMap(present)) return undefined;

  const redirects = isMap(present) ? present : (document.createNode({}) as YAMLMap);
  const left = new Map(edits);
  redirects.items = redirects.items.filter((pair) => {
    const path = redirectPath(String(isScalar(pair.key) ? pair.key.value : pair.key));
    if (!edits.has(path)) return true;
    const to = left.get(path);
    left.delete(path);
    if (to !== undefined) pair.value = document.createNode(to);
    return to !== undefined;
  });
  for (const [from, to] of left) if (to !== undefined) redirects.items.push(document.createPair(from, to));

  if (redirects.items.length === 0) document.delete("redirects");
  else document.set("redirects", redirects);
  const isBare = document.contents === null || (isMap(document.contents) && document.contents.items.length === 0);
  const written = isBare ? "" : document.toString({ lineWidth: 0 });
  return text.includes("\r\n") ? written.replace(/\r?\n/g, "\r\n") : written;
}

/** Undefined for a document that is nested too deeply or too long. */
function readDocument(text: string): Document.Parsed | undefined {
  if (text.length > maxConfigChars) return undefined;
  try {
    return parseYaml(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}
