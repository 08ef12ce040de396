/** By the signal that a call passes to its requests. */
const tools = new WeakMap<AbortSignal, string>();

/** Attributes every request that is made with this signal to the named tool. */
export function attributeTo(tool: string, signal: AbortSignal): void {
  tools.set(signal, tool);
}

/** The tool whose call makes a request; undefined if it is not a tool. */
export const findCallingTool = (signal: AbortSignal | undefined): string | undefined =>
  signal === undefined ? undefined : tools.get(signal);
