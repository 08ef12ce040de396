export { forgetSettledEvents } from "./events-rows.ts";
export { IntegrationTokens } from "./integration-tokens.ts";
export { contentEventSubscriber, eventSubscriber } from "./record-event.ts";
export { servePicture } from "./serve-integration.ts";
export { installationTransferSubscriber } from "./uninstall.ts";
