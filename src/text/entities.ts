const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  cent: "¢",
  check: "✓",
  copy: "©",
  darr: "↓",
  deg: "°",
  euro: "€",
  ge: "≥",
  gt: ">",
  harr: "↔",
  hellip: "…",
  laquo: "«",
  larr: "←",
  ldquo: "“",
  le: "≤",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  minus: "−",
  nbsp: "\u00a0",
  ndash: "–",
  ne: "≠",
  para: "¶",
  plusmn: "±",
  pound: "£",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  sect: "§",
  shy: "\u00ad",
  times: "×",
  trade: "™",
  uarr: "↑",
  yen: "¥",
  zwj: "\u200d",
  zwnj: "\u200c",
};

/** The character an entity such as `&amp;` or `&#8594;` stands for; the entity itself when it is not known. */
export function decodeEntity(entity: string): string {
  const body = entity.slice(1, -1);
  if (!body.startsWith("#")) return (Object.hasOwn(NAMED, body) && NAMED[body]) || entity;
  const hexadecimal = body[1] === "x" || body[1] === "X";
  const code = Number.parseInt(body.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  if (Number.isNaN(code)) return entity;
  const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return invalid ? "\ufffd" : String.fromCodePoint(code);
}
