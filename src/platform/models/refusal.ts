import { parseJson } from "../outbound/service-request.ts";

/**
 * The code with which the service says why it refuses, and nothing else of what it says: messages repeat keys and
 * questions.
 */
export function describeRefusal(text: string, key: string | undefined): string {
  const body = parseJson(text) as { error?: { code?: unknown; type?: unknown } } | null | undefined;
  const said = [body?.error?.code, body?.error?.type].find((code) => typeof code === "string" && code !== "");
  if (typeof said !== "string" || !/^[a-z_]{2,60}$/.test(said) || (key !== undefined && said.includes(key))) return "";
  return ` (${said})`;
}
