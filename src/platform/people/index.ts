export { type PresentedUsers, presentedUsers, presentMembers, presentUser } from "./view.ts";
