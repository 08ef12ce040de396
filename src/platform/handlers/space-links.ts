import { withKnownLinks } from "../links/known-links.ts";
import { listLinksOf } from "../links/list-links.ts";
import type { Handlers } from "./handler.ts";

export const spaceLinks: Handlers<"spaces"> = { listLinks: withKnownLinks(listLinksOf) };
