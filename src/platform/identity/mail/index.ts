export type { MailAddress, MailSettings } from "./send-mail.ts";
export { type Mail, MailFailure, oneLine, sendMail } from "./send-mail.ts";
