export { forgetSettledEvents } from "./events-rows.ts";
export { contentEventSubscriber, eventSubscriber } from "./record-event.ts";
export { servePicture } from "./serve-picture.ts";
