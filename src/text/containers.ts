/** Where a tag such as `{% tab %}` or `<details>` opens or closes; `name` tells the two syntaxes apart. */
export interface TagEvent {
  name: string;
  closing: boolean;
  start: number;
  end: number;
}

/** What stands between an opening tag and the closing tag that belongs to it. */
export interface Container {
  /** After the opening tag. */
  start: number;
  /** Where the closing tag starts. */
  end: number;
}

/**
 * Pairs opening and closing tags, in order of their start. A tag that is never closed, or closed only after the tag
 * around it, holds nothing; a closing tag without an opening one is passed over.
 */
export function pairTags(events: readonly TagEvent[]): Container[] {
  const containers: Container[] = [];
  const open: TagEvent[] = [];
  const openByName = new Map<string, number>();
  const count = (name: string) => openByName.get(name) ?? 0;
  for (const event of events) {
    if (!event.closing) {
      open.push(event);
      openByName.set(event.name, count(event.name) + 1);
      continue;
    }
    if (count(event.name) === 0) continue;
    for (let candidate = open.pop(); candidate; candidate = open.pop()) {
      openByName.set(candidate.name, count(candidate.name) - 1);
      if (candidate.name !== event.name) continue;
      containers.push({ start: candidate.end, end: event.start });
      break;
    }
  }
  return containers.sort((one, other) => one.start - other.start);
}

const TAG = /\{%-?\s*(end)?([A-Za-z][\w-]*)/y;

/** Adds the `{% … %}` tags of `source`, offsets moved by `offset`. */
export function addTags(events: TagEvent[], source: string, offset: number): void {
  for (let start = source.indexOf("{%"); start !== -1; start = source.indexOf("{%", start)) {
    const close = source.indexOf("%}", start + 2);
    if (close === -1) break;
    TAG.lastIndex = start;
    const match = TAG.exec(source);
    if (match) {
      events.push({
        name: `%${match[2]}`,
        closing: match[1] !== undefined,
        start: offset + start,
        end: offset + close + 2,
      });
    }
    start = close + 2;
  }
}

/** Elements that hold whole blocks, headings among them. */
const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  "article aside blockquote center details div dd dl dt fieldset figure footer form header li main nav ol section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

const ELEMENT = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/g;

/** Adds the block-holding HTML elements of `source`, offsets moved by `offset`. */
export function addElements(events: TagEvent[], source: string, offset: number): void {
  for (const match of source.matchAll(ELEMENT)) {
    const name = match[2]?.toLowerCase() ?? "";
    if (!BLOCK_ELEMENTS.has(name)) continue;
    const start = offset + match.index;
    events.push({ name: `<${name}`, closing: match[1] === "/", start, end: start + match[0].length });
  }
}
