import { clientTypeScript } from "../../src/reference/typescript.ts";
import { contractDescription } from "./reference.ts";

/** What the client's callers see of the contract. */
export async function clientTypes(): Promise<string> {
  return clientTypeScript(await contractDescription());
}
