import type { Steps } from "./pointer.ts";

interface Wanted {
  readonly children: Map<string, Wanted>;
  readonly at: number[];
}

interface Level {
  readonly isArray: boolean;
  readonly wanted: Wanted | undefined;
  index: number;
}

/** Where values begin in a JSON text, by one pass over it; a value that is not there is where the one above it is. */
export function locateInJson(text: string, all: readonly Steps[]): (number | undefined)[] {
  const found: (number | undefined)[] = all.map(() => undefined);
  const root: Wanted = { children: new Map(), at: [] };
  for (const [index, steps] of all.entries()) {
    let wanted = root;
    wanted.at.push(index);
    for (const step of steps) {
      const next: Wanted = wanted.children.get(step) ?? { children: new Map(), at: [] };
      wanted.children.set(step, next);
      next.at.push(index);
      wanted = next;
    }
  }
  const meet = (wanted: Wanted | undefined, offset: number) => {
    for (const index of wanted?.at ?? []) found[index] = offset;
  };

  const levels: Level[] = [];
  let value: Wanted | undefined = root;
  let key: { readonly text: string; readonly offset: number } | undefined;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    const level = levels.at(-1);
    if (character === '"') {
      const end = stringEnd(text, offset);
      if (level !== undefined && !level.isArray && key === undefined) {
        key = { text: text.slice(offset, end), offset };
        const name = level.wanted === undefined ? undefined : (JSON.parse(key.text) as string);
        value = name === undefined ? undefined : level.wanted?.children.get(name);
        meet(value, offset);
      }
      offset = end - 1;
    } else if (character === "{" || character === "[") {
      if (levels.length === 0) meet(root, offset);
      const isArray = character === "[";
      levels.push({ isArray, wanted: value, index: 0 });
      key = undefined;
      if (isArray) {
        value = value?.children.get("0");
        meet(value, itemStart(text, offset + 1));
      }
    } else if (character === "}" || character === "]") {
      levels.pop();
      key = undefined;
      if (levels.length === 0) break;
    } else if (character === ",") {
      key = undefined;
      if (level?.isArray) {
        level.index += 1;
        value = level.wanted?.children.get(String(level.index));
        meet(value, itemStart(text, offset + 1));
      }
    }
  }
  return found;
}

function itemStart(text: string, offset: number): number {
  let start = offset;
  while (" \t\r\n".includes(text[start] ?? "x")) start += 1;
  return start;
}

function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}
