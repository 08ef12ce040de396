export { addMember, createUser, removeMember } from "./membership.ts";
export { type PresentedUsers, presentedUsers, presentMembers, presentTeams, presentUser } from "./view.ts";
