const maxToolNameLength = 40;
const maxTitleLength = 40;

/** The words of an id such as `listSAMLProviders`: list, saml, providers. OpenAPI is one word. */
export function wordsOfId(id: string): string[] {
  return id
    .replace(/OpenAPI/g, "Openapi")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** One form for `getSpaceById`, `get_space_by_id` and `get-space-by-id`. */
export const plainId = (id: string): string => id.replace(/[\s_-]/g, "").toLowerCase();

/** Words dropped from a name that is too long, least informative first. */
const small: readonly ReadonlySet<string>[] = [
  new Set(["by", "for", "from", "in", "of", "the", "to", "with"]),
  new Set(["authenticated", "current", "requested", "version"]),
];

/** The name of an operation's tool: its id in snake_case, shortened if it would be too long. */
export function toToolName(operationId: string): string {
  const words = wordsOfId(operationId);
  const fits = (some: readonly string[]) => some.join("_").length <= maxToolNameLength;
  if (fits(words)) return words.join("_");
  let left = withoutIdAtEnd(words);
  for (const leftOut of small) {
    if (fits(left)) break;
    left = left.filter((word) => !leftOut.has(word));
  }
  return left.join("_").slice(0, maxToolNameLength).replace(/_$/, "");
}

/** The title of an operation's tool, such as "List spaces in organization". */
export function toToolTitle(operationId: string): string {
  const words = withoutIdAtEnd(wordsOfId(operationId));
  const whole = words.join(" ");
  const text = whole.length <= maxTitleLength ? whole : toToolName(operationId).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `get_space_by_id` names a space; `get_reviews_by_change_request_id` those of a change request. */
function withoutIdAtEnd(words: readonly string[]): readonly string[] {
  if (words.at(-1) !== "id") return words;
  return words.at(-2) === "by" ? words.slice(0, -2) : words.slice(0, -1);
}
