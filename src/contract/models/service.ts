import { z } from "zod";

/** Which release of the service answers. */
export const ServiceInformation = z.looseObject({
  version: z.string().describe("Release that is running"),
  build: z.string().describe("When that release was made, in ISO 8601"),
});
export type ServiceInformation = z.infer<typeof ServiceInformation>;
