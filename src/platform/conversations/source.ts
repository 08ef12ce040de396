import type { ConversationInput } from "../../contract/models/conversation.ts";

const known = /^(?:email|integration:[^:\s]{1,100}:[^:\s]{1,100})$/;

/**
 * Where a conversation comes from: what its attribute `source` says, in the form of a source or as a name such as
 * "Help desk"; else the host of its page in the system it comes from, else this interface.
 */
export function sourceOf(metadata: ConversationInput["metadata"]): string {
  const said = metadata?.attributes?.source?.trim() ?? "";
  if (known.test(said)) return said;
  const name = said
    .toLowerCase()
    .replace(/[\s:]+/g, "-")
    .slice(0, 100);
  if (name === "email" || name === "e-mail") return "email";
  if (/[\p{L}\p{N}]/u.test(name)) return `integration:api:${name}`;
  const url = metadata?.url;
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
  return `integration:api:${host === "" ? "direct" : host.replaceAll(":", "")}`;
}
