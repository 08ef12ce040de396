/** A redirect as far as following it goes. */
export interface RedirectRule {
  /** A path from the site's root; a closing `*` takes in every path that begins so. */
  readonly source: string;
  readonly captureWildcard: boolean;
}

/** UTF-16 units. */
const longestSource = 512;

/** Every source that takes in a path, the narrowest first, in lower case: as many as the path has letters at most. */
export function sourcesOf(path: string): string[] {
  const key = normalPath(path).toLowerCase();
  const wild: string[] = [];
  for (let end = Math.min(key.length, longestSource); end > 1; end -= 1) wild.push(`${key.slice(0, end)}*`);
  // `/old/*` takes in `/old` too, and is narrower than what it would be without the slash.
  return [key, `${key}/*`, ...wild];
}

/** With a slash at its beginning and none at its end; encoded as sources are written. */
function normalPath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map(normalSegment).join("/")}`;
}

function normalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).replace(/%2B/g, "+");
  } catch {
    return encodeURIComponent(segment);
  }
}

/** The rule that a path follows. */
export function ruleFor<Rule extends RedirectRule>(rules: readonly Rule[], path: string): Rule | undefined {
  const sources = sourcesOf(path);
  let best: { readonly rule: Rule; readonly rank: number } | undefined;
  for (const rule of rules) {
    const rank = sources.indexOf(normalSource(rule.source));
    if (rank >= 0 && (best === undefined || rank < best.rank)) best = { rule, rank };
  }
  return best?.rule;
}

/** A source as it is compared: in lower case, letters encoded alike. */
export function normalSource(source: string): string {
  const [, path = "", wild = ""] = /^(.*?)(\/\*|\*)?$/.exec(source) ?? [];
  return normalPath(path).toLowerCase() + wild;
}

/** Where a rule leads that a path follows: the destination, with what the `*` took in where that is wanted. */
export function targetOf({ source, captureWildcard }: RedirectRule, destination: string, path: string): string {
  if (!captureWildcard || !source.endsWith("*")) return destination;
  const before = normalSource(source).replace(/\/?\*$/, "");
  const taken = normalPath(path).slice(before.length);
  const url = new URL(destination);
  url.pathname = url.pathname.replace(/\/$/, "") + taken;
  return url.href;
}
