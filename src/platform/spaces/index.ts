export { longestTitle, makeSpace, makeSpaceBeside } from "./make-space.ts";
export { placeBeside } from "./place.ts";
export { type PublishedAddress, presentCollection, presentSpace, presentSpaces } from "./view.ts";
