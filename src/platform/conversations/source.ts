import type { ConversationInput } from "../../contract/models/conversation.ts";

const known = /^(?:email|integration:[^:\s]{1,100}:[^:\s]{1,100})$/;

/**
 * Where a conversation comes from: what its attribute `source` says, else the host of its page in the system it comes
 * from, else this interface.
 */
export function sourceOf(metadata: ConversationInput["metadata"]): string {
  const said = metadata?.attributes?.source;
  if (said !== undefined && known.test(said)) return said;
  const url = metadata?.url;
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
  return `integration:api:${host === "" ? "direct" : host.replaceAll(":", "")}`;
}
