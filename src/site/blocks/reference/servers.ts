import type { ApiView, ServerView } from "./api-view.ts";

/** Limits on the addresses of one server with variables, and of all servers of an operation. */
const most = { ofOne: 12, ofAll: 20 };

/**
 * The addresses that a reader may call: those of servers with a host of their own, with each combination of the values
 * listed for their variables. A variable without a list has its default value.
 */
export function callableServers(servers: readonly ServerView[]): string[] {
  const found = servers.flatMap((server) => addressesOf(server).filter((address) => originOf(address) !== undefined));
  return [...new Set(found)].slice(0, most.ofAll);
}

function addressesOf({ url, variables }: ServerView): string[] {
  let written = [url.replace(/[?#].*$/s, "").replace(/\/+$/, "")];
  for (const { name, standard, values } of variables) {
    if (!url.includes(`{${name}}`)) continue;
    const others = values.filter((value) => value !== standard);
    const choices = standard === "" ? others : [standard, ...others];
    written = written
      .flatMap((address) => choices.map((value) => address.split(`{${name}}`).join(value)))
      .slice(0, most.ofOne);
  }
  return written.filter((address) => !/[{}]/.test(address));
}

/**
 * Scheme, host and port; undefined for an invalid address. Rejects host names with characters that URLs allow but that
 * have a meaning in a content security policy.
 */
function originOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { origin, hostname, username, password } = new URL(address);
  const isPlain = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/.test(hostname);
  return isPlain && username === "" && password === "" ? origin : undefined;
}

/** The origins that requests from a page with these views may go to. */
export function apiOrigins(views: Iterable<ApiView>): string[] {
  const origins = new Set<string>();
  for (const view of views) {
    if (view.kind !== "operation") continue;
    for (const address of callableServers(view.servers)) origins.add(originOf(address) ?? "");
  }
  return [...origins].slice(0, most.ofAll);
}
