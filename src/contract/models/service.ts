import { z } from "zod";

/** Which release of the service answers. */
export const ServiceInformation = z.looseObject({
  version: z.string().describe("Release that is running"),
  build: z.string().describe("Date of the release, in ISO 8601"),
});
export type ServiceInformation = z.infer<typeof ServiceInformation>;
