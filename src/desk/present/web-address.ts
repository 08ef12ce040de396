import { oneLine } from "./wording.ts";

interface Located {
  readonly urls?: { readonly app?: string | undefined } | undefined;
}

/**
 * The address of something in a browser; undefined if there is none. In a process that serves nothing, the embedded
 * platform has only a bare `localhost` as its address.
 */
function webAddress({ urls }: Located): string | undefined {
  const app = urls?.app;
  if (app === undefined || !URL.canParse(app)) return undefined;
  const { protocol, host } = new URL(app);
  return /^https?:$/.test(protocol) && host !== "localhost" ? oneLine(app, 500) : undefined;
}

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
