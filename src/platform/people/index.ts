export { addMember, createUser, removeMember } from "./membership.ts";
export { type PresentedUsers, presentedUsers, presentMembers, presentUser } from "./view.ts";
