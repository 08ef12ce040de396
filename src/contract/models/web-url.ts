import { z } from "zod";

/** An address that a browser may be sent to: no `javascript:` or `data:`. */
export const WebUrl = z.url({ protocol: /^https?$/ }).max(2048);
