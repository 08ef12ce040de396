import { clientTypeScript } from "../../src/reference/typescript.ts";
import { contractDescription } from "./reference.ts";

/** The contract's types for the client's callers. */
export async function clientTypes(): Promise<string> {
  return clientTypeScript(await contractDescription());
}
