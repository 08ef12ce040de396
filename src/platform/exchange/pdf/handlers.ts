import { spaceFor } from "../../access/scope.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { locatePdf } from "./pdf-links.ts";

export const spacePdf: Handlers<"spaces"> = {
  async getPdf({ spaceId, ...extent }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    return locatePdf(context, { space, revision: space.revision }, extent);
  },
};
