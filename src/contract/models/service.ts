import { z } from "zod";

/** The release of the service. */
export const ServiceInformation = z.looseObject({
  version: z.string().describe("Release that is running"),
  build: z.string().describe("When that release was made, in ISO 8601"),
});
export type ServiceInformation = z.infer<typeof ServiceInformation>;
