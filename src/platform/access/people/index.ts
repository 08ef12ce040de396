export { memberFor } from "./member-scope.ts";
export {
  addMember,
  createUser,
  disableUser,
  enableUser,
  removeMember,
  resumeMember,
  suspendMember,
} from "./membership.ts";
export { type PresentedUsers, presentedUsers, presentMembers, presentTeams, presentUser } from "./view.ts";
