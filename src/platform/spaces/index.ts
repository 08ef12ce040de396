export { longestTitle, makeSpace, makeSpaceBeside } from "./make-space.ts";
export { requirePlaceBeside } from "./place.ts";
export type { TransferSubscriber } from "./transfer.ts";
export { presentCollection, presentSpace, presentSpaces, type ReadersAccess } from "./view.ts";
