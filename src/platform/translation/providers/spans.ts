/** What two held pieces, or parts of them, enclose. */
interface Span {
  /** Held piece, from 1, that stands where it begins; undefined where an earlier span of the same piece has it. */
  readonly opens: number | undefined;
  /** Likewise where it ends. */
  readonly closes: number | undefined;
}

/** How the held pieces of a segment enclose its words: `**` and `**`, `[` and `](address)`, `<b>` and `</b>`. */
export interface Spans {
  /** Names of the spans that a held piece begins. */
  readonly beginning: ReadonlyMap<number, readonly string[]>;
  /** How many spans a held piece ends. */
  readonly ending: ReadonlyMap<number, number>;
  readonly named: ReadonlyMap<string, Span>;
}

export const noSpans: Spans = { beginning: new Map(), ending: new Map(), named: new Map() };

const ATOM = /\*+|_+|~~|!?\[|\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])?|<\/?[a-z][^<>]*>/giy;

/** Spans nest; a piece takes part with all that it opens or closes, or not at all. */
export function spansOf(held: readonly string[]): Spans {
  const pieces = held.map(atomsOf);
  const open: { readonly piece: number; readonly closer: string }[] = [];
  /** Pieces that close what each piece opened, atom by atom. */
  const partners = new Map<number, number[]>();
  for (const [index, atoms] of pieces.entries()) {
    const piece = index + 1;
    const closes = atoms?.map(nameOf) ?? [];
    const at = closes.length === 0 ? -1 : lastMatch(open, closes);
    if (at >= 0) {
      for (const { piece: opener } of open.slice(at, at + closes.length).reverse()) {
        addTo(partners, opener, piece);
      }
      open.length = at;
      continue;
    }
    const closers = atoms?.map(closerOf) ?? [];
    for (const closer of closers.includes(undefined) ? [] : closers) open.push({ piece, closer: closer ?? "" });
  }
  dropHalves(partners, pieces);
  return named(partners);
}

/** Marks that are looked at for one that is closed: a text may open thousands and close none. */
const mostOpen = 200;

/** Where the innermost open marks begin that these close, the innermost first. */
function lastMatch(open: readonly { readonly closer: string }[], closes: readonly string[]): number {
  const last = Math.max(0, open.length - closes.length - mostOpen);
  for (let at = open.length - closes.length; at >= last; at -= 1) {
    if (closes.every((closer, index) => open[at + closes.length - 1 - index]?.closer === closer)) return at;
  }
  return -1;
}

/** A piece of which only a part found its partner encloses nothing, and so do its partners. */
function dropHalves(partners: Map<number, number[]>, pieces: readonly (readonly string[] | undefined)[]): void {
  const openersOf = new Map<number, number[]>();
  for (const [opener, closers] of partners) for (const closer of closers) addTo(openersOf, closer, opener);
  const isHalf = ([piece, others]: readonly [number, readonly number[]]) => pieces[piece - 1]?.length !== others.length;
  const halfClosers = [...openersOf].filter(isHalf);
  const broken = new Set(halfClosers.map(([closer]) => closer));
  const dropped = [...[...partners].filter(isHalf).map(([opener]) => opener), ...halfClosers.flatMap(([, of]) => of)];
  for (let opener = dropped.pop(); opener !== undefined; opener = dropped.pop()) {
    const closers = partners.get(opener) ?? [];
    partners.delete(opener);
    for (const closer of closers) {
      if (broken.has(closer)) continue;
      broken.add(closer);
      for (const other of openersOf.get(closer) ?? []) dropped.push(other);
    }
  }
}

function addTo(lists: Map<number, number[]>, name: number, one: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [one]);
  else list.push(one);
}

/** `partners` has the closers of a piece's marks from the innermost, which the piece has last. */
function named(partners: ReadonlyMap<number, readonly number[]>): Spans {
  const beginning = new Map<number, string[]>();
  const ending = new Map<number, number>();
  const spans = new Map<string, Span>();
  for (const [opener, closers] of partners) {
    const names = closers.map((_, index) => (index === 0 ? `${opener}` : `${opener}-${index + 1}`));
    beginning.set(opener, names);
    for (const [index, closer] of [...closers].reverse().entries()) {
      ending.set(closer, (ending.get(closer) ?? 0) + 1);
      spans.set(names[index] ?? "", { opens: index === 0 ? opener : undefined, closes: closer });
    }
  }
  return { beginning, ending, named: onlyOutermost(spans) };
}

/** Where one piece ends several spans it stands behind the outermost, which began first. */
function onlyOutermost(spans: ReadonlyMap<string, Span>): ReadonlyMap<string, Span> {
  const outermost = new Map<number, string>();
  const order = [...spans.keys()].sort(
    (left, right) => Number.parseFloat(left.replace("-", ".")) - Number.parseFloat(right.replace("-", ".")),
  );
  for (const name of order) {
    const closer = spans.get(name)?.closes ?? 0;
    if (!outermost.has(closer)) outermost.set(closer, name);
  }
  return new Map(
    [...spans].map(([name, { opens, closes }]) => [
      name,
      { opens, closes: closes !== undefined && outermost.get(closes) === name ? closes : undefined },
    ]),
  );
}

/** What opens and closes in a held piece, in its order; undefined when it holds anything else. */
function atomsOf(piece: string): string[] | undefined {
  const atoms: string[] = [];
  ATOM.lastIndex = 0;
  for (let at = 0; at < piece.length; at = ATOM.lastIndex) {
    const match = ATOM.exec(piece);
    if (match === null) return undefined;
    atoms.push(match[0]);
  }
  return atoms;
}

/** What closes an atom; undefined for one that opens nothing. */
function closerOf(atom: string): string | undefined {
  if (atom.endsWith("[")) return "]";
  if (atom.startsWith("]") || atom.startsWith("</") || atom.endsWith("/>")) return undefined;
  return atom.startsWith("<") ? nameOf(`</${atom.slice(1)}`) : atom;
}

/** An atom as what it may close is looked for. */
const nameOf = (atom: string): string =>
  atom.startsWith("]") ? "]" : atom.startsWith("</") ? `</${/[a-z][a-z\d-]*/i.exec(atom)?.[0].toLowerCase()}>` : atom;
