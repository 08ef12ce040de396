import { type AppPlace, appPath } from "../../contract/app-addresses.ts";
import type { Context } from "./context.ts";

/** The URL at which people see something in a browser. */
export function appAddress(
  { publicUrl, origin, servedAt }: Pick<Context, "publicUrl" | "origin" | "servedAt">,
  place: AppPlace,
): string {
  const base = publicUrl ?? (origin === inProcess ? servedAt() : undefined) ?? origin;
  return base + appPath(place);
}

/** The origin that in-process callers use; it is not a real address. */
const inProcess = "http://localhost";
