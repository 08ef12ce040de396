import { spawn } from "node:child_process";
import { once } from "node:events";
import { UsageError } from "../errors.ts";

/** The program that opens an address as the person set it up, and its arguments before the address. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  // `start` would read the address as a command line.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an http address in the person's browser. Returns false where there is nothing to open it with. */
export async function openInBrowser(address: string): Promise<boolean> {
  if (!/^https?:$/.test(new URL(address).protocol)) throw new UsageError(`${address} is no address of a page.`);
  const [command = "xdg-open", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  const started = once(child, "spawn").then(
    () => true,
    () => false,
  );
  child.unref();
  return started;
}
