export { type Mail, MailFailure, oneLine, sendMail } from "./send-mail.ts";
export type { MailAddress, MailSettings } from "./settings.ts";
