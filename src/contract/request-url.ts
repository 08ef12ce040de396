/**
 * Parts of a request's URL, which is absolute and has a normalized path, without parsing it again: servers ask for them
 * several times for each request.
 */
interface Addressed {
  readonly url: string;
}

/** Scheme, host and port. */
export function getOrigin({ url }: Addressed): string {
  const origin = url.slice(0, pathStart(url));
  return origin.includes("@") ? new URL(url).origin : origin;
}

export const getPath = ({ url }: Addressed): string => url.slice(pathStart(url), pathEnd(url));

/** Undefined if the URL has no query, as most have. */
export function findSearchParams({ url }: Addressed): URLSearchParams | undefined {
  const end = pathEnd(url);
  return url[end] === "?" ? new URL(url).searchParams : undefined;
}

const pathStart = (url: string): number => url.indexOf("/", url.indexOf("//") + 2);

function pathEnd(url: string): number {
  const end = url.search(/[?#]/);
  return end === -1 ? url.length : end;
}
