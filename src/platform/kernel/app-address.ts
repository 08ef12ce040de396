import { type AppPlace, appPath } from "../../contract/app-addresses.ts";
import type { Context } from "./context.ts";

/** Where people see something in a browser. */
export function appAddress(
  { publicUrl, origin, servedAt }: Pick<Context, "publicUrl" | "origin" | "servedAt">,
  place: AppPlace,
): string {
  const base = publicUrl ?? (origin === inProcess ? servedAt() : undefined) ?? origin;
  return base + appPath(place);
}

/** What callers in process name, who reach the platform at no address. */
const inProcess = "http://localhost";
