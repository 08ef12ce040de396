import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Attributes everything that `work` does to the named tool. */
export const asTool = <Result>(name: string, work: () => Result): Result => current.run(name, work);

/** The tool of the current call; undefined outside of one. */
export const currentTool = (): string | undefined => current.getStore();
