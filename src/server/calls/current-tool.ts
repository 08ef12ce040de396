import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Names the tool that everything which `work` does is done by. */
export const asTool = <Result>(name: string, work: () => Result): Result => current.run(name, work);

/** The tool by which the present call is made; undefined outside of one. */
export const currentTool = (): string | undefined => current.getStore();
