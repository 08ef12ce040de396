import { oneLine } from "./wording.ts";

interface Located {
  readonly urls?: { readonly app?: string | undefined } | undefined;
}

/** The longest address that is shown; those of previews carry a token. */
const longestAddress = 2_000;

/**
 * An address that a browser can open; undefined if it is not one. In a process that serves nothing, the embedded
 * platform has only a bare `localhost` as its address.
 */
export function reachableAddress(url: string | undefined): string | undefined {
  if (url === undefined || url.length > longestAddress || !URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return /^https?:$/.test(protocol) && host !== "localhost" ? oneLine(url, longestAddress) : undefined;
}

const webAddress = ({ urls }: Located): string | undefined => reachableAddress(urls?.app);

/** A list with one sentence that says where; empty if there is no address. */
export function seenAt(thing: Located): string[] {
  const address = webAddress(thing);
  return address === undefined ? [] : [`The person sees it at ${address}`];
}

/** A question, with the address where a person can look before agreeing. */
export function withAddress(question: string, thing: unknown): string {
  const address = isLocated(thing) ? webAddress(thing) : undefined;
  return address === undefined ? question : `${question} See it at ${address}`;
}

/** As `seenAt`, for any result of an operation. */
export const seenAtOfAnswer = (answer: unknown): string[] => (isLocated(answer) ? seenAt(answer) : []);

const isLocated = (answer: unknown): answer is Located => {
  if (typeof answer !== "object" || answer === null || !("urls" in answer)) return false;
  const { urls } = answer;
  return typeof urls === "object" && urls !== null && "app" in urls && typeof urls.app === "string";
};
