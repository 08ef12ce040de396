import { setFlagsFromString } from "node:v8";

/**
 * How far the heap may grow, in percent of what is in use, before V8 collects garbage from all of it. 0 leaves that to
 * V8, which lets a busy heap grow to several times what is in use. V8 reads the flag at each collection, so it may be set
 * while it runs.
 */
export function growHeapBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
