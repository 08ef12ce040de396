import { webOrigin } from "../../../contract/web-origin.ts";
import type { ApiView, ServerView } from "./api-view.ts";

/** Limits on the addresses of one server with variables, and of all servers of an operation. */
const limits = { ofOne: 12, ofAll: 20 };

/**
 * The addresses that a reader may call: those of servers with a host of their own, with each combination of the values
 * listed for their variables. A variable without a list has its default value.
 */
export function callableServers(servers: readonly ServerView[]): string[] {
  const found = servers.flatMap((server) =>
    listAddresses(server).filter((address) => webOrigin(address) !== undefined),
  );
  return [...new Set(found)].slice(0, limits.ofAll);
}

function listAddresses({ url, variables }: ServerView): string[] {
  let written = [url.replace(/[?#].*$/s, "").replace(/\/+$/, "")];
  for (const { name, standard, values } of variables) {
    if (!url.includes(`{${name}}`)) continue;
    const others = values.filter((value) => value !== standard);
    const choices = standard === "" ? others : [standard, ...others];
    written = written
      .flatMap((address) => choices.map((value) => address.split(`{${name}}`).join(value)))
      .slice(0, limits.ofOne);
  }
  return written.filter((address) => !/[{}]/.test(address));
}

/** The origins that requests from a page with these views may go to. */
export function apiOrigins(views: Iterable<ApiView>): string[] {
  const origins = new Set<string>();
  for (const view of views) {
    if (view.kind !== "operation") continue;
    for (const address of callableServers(view.servers)) origins.add(webOrigin(address) ?? "");
  }
  return [...origins].slice(0, limits.ofAll);
}
