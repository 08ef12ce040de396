import { oneLine } from "./wording.ts";

interface Located {
  readonly urls?: { readonly app?: string | undefined } | undefined;
}

/** The longest address that is shown; those of previews carry a token. */
const maxAddressLength = 2_000;

/**
 * An address that a browser can open; undefined if it is not one. In a process that serves nothing, the embedded
 * platform has only a bare `localhost` as its address.
 */
export function reachableAddress(url: string | undefined): string | undefined {
  if (url === undefined || url.length > maxAddressLength || !URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return /^https?:$/.test(protocol) && host !== "localhost" ? oneLine(url, maxAddressLength) : undefined;
}

const webAddress = ({ urls }: Located): string | undefined => reachableAddress(urls?.app);

/** A list with one sentence that gives the address; empty if there is none. */
export function webAddressNote(resource: Located): string[] {
  const address = webAddress(resource);
  return address === undefined ? [] : [`Link for the person: ${address}`];
}

/** A question, with the address where a person can look before agreeing. */
export function withAddress(question: string, resource: unknown): string {
  const address = isLocated(resource) ? webAddress(resource) : undefined;
  return address === undefined ? question : `${question} See it at ${address}`;
}

/** As `webAddressNote`, for any result of an operation. */
export const webAddressNoteForResult = (result: unknown): string[] => (isLocated(result) ? webAddressNote(result) : []);

const isLocated = (result: unknown): result is Located => {
  if (typeof result !== "object" || result === null || !("urls" in result)) return false;
  const { urls } = result;
  return typeof urls === "object" && urls !== null && "app" in urls && typeof urls.app === "string";
};
