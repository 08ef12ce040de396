import { ServiceInformation } from "../models/service.ts";
import { get } from "../operation.ts";

export const service = {
  getInformation: get("/", {
    id: "getApiInformation",
    summary: "Read which release of the service is running",
    effect: "read",
    params: {},
    returns: ServiceInformation,
    errors: [],
    source: "public-api",
  }),
};
