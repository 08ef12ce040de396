export { longestTitle, makeSpace, makeSpaceBeside } from "./make-space.ts";
export { requirePlaceBeside } from "./place.ts";
export { type PublishedAddress, presentCollection, presentSpace, presentSpaces } from "./view.ts";
