import { type AppRoute, appPath } from "../../contract/app-addresses.ts";
import type { Context } from "./context.ts";

type Reached = Pick<Context, "publicUrl" | "origin" | "servedAt">;

/** The URL at which people see something in a browser. */
export const appAddress = (reached: Reached, route: AppRoute): string => reachedAt(reached) + appPath(route);

/** Where browsers and other programs reach this server: what the URLs in responses start with. */
export const reachedAt = ({ publicUrl, origin, servedAt }: Reached): string =>
  publicUrl ?? (origin === inProcess ? servedAt() : undefined) ?? origin;

/** The origin that in-process callers use; it is not a real address. */
const inProcess = "http://localhost";
