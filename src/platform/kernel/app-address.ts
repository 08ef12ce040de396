import { type AppPlace, appPath } from "../../contract/app-addresses.ts";
import type { Context } from "./context.ts";

/** Where people see something in a browser. Behind a proxy that is not where a client in process calls. */
export const appAddress = ({ publicUrl, origin }: Pick<Context, "publicUrl" | "origin">, place: AppPlace): string =>
  (publicUrl ?? origin) + appPath(place);
