import type { Handlers } from "../../kernel/handler.ts";
import { withKnownLinks } from "./link-index.ts";
import { listSpaceLinks } from "./list-links.ts";

export const spaceLinks: Handlers<"spaces"> = { listLinks: withKnownLinks(listSpaceLinks) };
