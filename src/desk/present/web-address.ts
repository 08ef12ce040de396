import { oneLine } from "./wording.ts";

interface Located {
  readonly urls?: { readonly app?: string | undefined } | undefined;
}

/**
 * Where a person sees something in a browser; undefined where nobody can. In a process that serves nothing, the embedded
 * platform has no address but a bare `localhost`.
 */
function webAddress({ urls }: Located): string | undefined {
  const app = urls?.app;
  if (app === undefined || !URL.canParse(app)) return undefined;
  const { protocol, host } = new URL(app);
  return /^https?:$/.test(protocol) && host !== "localhost" ? oneLine(app, 500) : undefined;
}

/** A sentence that says where, in a list of its own; empty where nobody can see it. */
export function seenAt(thing: Located): string[] {
  const address = webAddress(thing);
  return address === undefined ? [] : [`The person sees it at ${address}`];
}
