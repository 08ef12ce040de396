export {
  type Acceptance,
  acceptAsNewcomer,
  acceptInvite,
  claimInvites,
  findInvitation,
  type Invitation,
} from "./accept.ts";
export { invitationAddress, inviteByEmail } from "./invite-by-email.ts";
export { removeInviteLinksTo } from "./rows.ts";
