/** The scopes of an installation: those it was given, as far as its integration still asks for them. Both are JSON. */
export function effectiveScopes(given: string, asked: string): string[] {
  const wanted = new Set(JSON.parse(asked) as string[]);
  return (JSON.parse(given) as string[]).filter((scope) => wanted.has(scope));
}
