const longestToolName = 40;

/** The words of an id such as `listSAMLProviders`: list, saml, providers. */
export function wordsOfId(id: string): string[] {
  return id
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** One form for `getSpaceById`, `get_space_by_id` and `get-space-by-id`. */
export const plainId = (id: string): string => id.replace(/[\s_-]/g, "").toLowerCase();

/** The name of an operation's tool: its id in snake_case, without small words where that would be too long. */
export function toolNameOf(operationId: string): string {
  const words = wordsOfId(operationId);
  const name = words.join("_");
  if (name.length <= longestToolName) return name;
  const withoutById = name.replace(/_by_id$/, "");
  if (withoutById.length <= longestToolName) return withoutById;
  const small = new Set(["by", "for", "from", "in", "of", "the", "to", "with"]);
  return words
    .filter((word) => !small.has(word))
    .join("_")
    .slice(0, longestToolName)
    .replace(/_$/, "");
}

/** The title of an operation's tool, such as "List spaces in organization". */
export function titleOf(operationId: string): string {
  const text = wordsOfId(operationId)
    .join(" ")
    .replace(/ by id$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
