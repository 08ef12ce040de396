import type { Handlers } from "../kernel/handler.ts";
import { release } from "./release.ts";

export const service: Handlers<"service"> = {
  async getInformation() {
    return release();
  },
};
