export {
  type Acceptance,
  acceptAsNewcomer,
  acceptInvite,
  claimInvites,
  findInvitation,
  type Invitation,
} from "./accept.ts";
