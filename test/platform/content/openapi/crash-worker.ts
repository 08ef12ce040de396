import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { startService } from "../../../pins/service.ts";

/** Gives a specification a source at a URL, and reads it until this process is killed. */
const [folder = "", url = ""] = process.argv.slice(2);

const service = await startService(folder, { outbound: createOutbound((address) => address === "127.0.0.1") });

const body = JSON.stringify({ source: { url } });

await service.send(`PUT /v1/orgs/${service.organization}/openapi/tides`, { body });

await service.platform.jobsSettled();
