export { makeSiblingSpace, makeSpace, maxTitleLength } from "./make-space.ts";
export { requireOwnParent } from "./new-position.ts";
export type { TransferSubscriber } from "./transfer.ts";
export { presentCollection, presentSpace, presentSpaces, type ReadersAccess } from "./view.ts";
