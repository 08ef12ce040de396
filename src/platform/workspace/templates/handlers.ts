import { changeRequestFor, spaceFor } from "../../access/scope.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { fillChangeRequest, fillSpace } from "./fill.ts";

export const spaceTemplates: Handlers<"spaces"> = {
  async applyTemplate({ spaceId, changeRequestId, ...template }, context) {
    if (changeRequestId === undefined) {
      await fillSpace(context, await spaceFor(context, spaceId, "merge"), template);
    } else {
      const scope = await changeRequestFor(context, { spaceId, changeRequestId }, "edit");
      await fillChangeRequest(context, scope, template);
    }
    return undefined;
  },
};
