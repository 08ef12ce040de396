import { isMap, isScalar } from "yaml";
import { frontMatterRange, LARGEST_FRONT_MATTER, YAML_OPTIONS } from "../grammar/front-matter.ts";
import { parseYaml } from "../grammar/yaml.ts";

type VariableValue = string | number | boolean;

export type Variables = Record<string, VariableValue>;

const MOST_VARIABLES = 1_000;

/** The variables of a YAML file: a mapping of names to text, numbers and truth values. Anything else in it is left out. */
export function readVariables(yaml: string): Variables {
  return yaml.length > LARGEST_FRONT_MATTER ? {} : variablesAt(yaml, undefined);
}

/** The variables that a page defines for itself: `vars` in its front matter. */
export function pageVariables(markdown: string): Variables {
  const { yamlStart, yamlEnd } = frontMatterRange(markdown);
  const yaml = markdown.slice(yamlStart, yamlEnd);
  return yaml.length > LARGEST_FRONT_MATTER || !/vars["']?\s*:/.test(yaml) ? {} : variablesAt(yaml, "vars");
}

function variablesAt(yaml: string, key: string | undefined): Variables {
  const document = parseYaml(yaml, YAML_OPTIONS);
  if (document.errors.length > 0) return {};
  const root: unknown = key === undefined ? document.contents : document.get(key, true);
  if (!isMap(root)) return {};
  const found: [string, VariableValue][] = [];
  for (const { key: name, value } of root.items.slice(0, MOST_VARIABLES)) {
    if (!isScalar(name) || !isScalar(value)) continue;
    const read = scalarValue(value.value, value.source);
    if (read !== undefined) found.push([String(name.value), read]);
  }
  return Object.fromEntries(found);
}

/** A number that YAML would write otherwise, such as the version `1.10`, is the text it was written as. */
function scalarValue(value: unknown, source: string | undefined): VariableValue | undefined {
  if (typeof value === "number" && source !== undefined && String(value) !== source) return source;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
