import { findOrganization, findUser } from "../../access/people-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { JobKind } from "../../kernel/jobs/job-kind.ts";
import { endOfDay, momentWords, spendToday } from "../../kernel/spending-rows.ts";
import { type Mail, MailFailure, type MailSettings, oneLine, sendMail } from "../mail/index.ts";
import { invitationAddress } from "./invite-by-email.ts";
import { findEmailInvite, renewSecret, updateEmailInvite } from "./rows.ts";

/**
 * The most messages per UTC day from all organizations of a data folder, so that a stolen administrator's token cannot
 * turn the server into a source of unwanted mail.
 */
const maxPerDay = 1000;

const dayIsSpent = (now: string) =>
  `The daily limit of ${maxPerDay} mailed invitations is used up. Invite the address again after ${momentWords(endOfDay(now))}.`;

interface InvitationMail {
  /** The invitation's id in lists. */
  readonly invite: string;
}

/**
 * Mails an invitation. Each attempt creates a new secret, which is only in the message. The delivery status is stored
 * with the invitation, where the inviter can see it for longer than the job.
 */
export const invitationMailJob: JobKind<InvitationMail> = {
  time: 3 * 60_000,
  async run({ invite }, job) {
    const due = await job.step(async (context) => {
      if (await spendToday(context, { what: "invitations", max: maxPerDay }, 1)) return composeMail(context, invite);
      await updateEmailInvite(context.queries, invite, { delivery: "failed", failure: dayIsSpent(context.now) });
      return undefined;
    });
    if (due === undefined) return async () => ({ sent: false });
    const failure = await sendMail(due.settings, due.mail).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) {
      return async ({ queries }) => {
        await updateEmailInvite(queries, invite, { delivery: "sent", failure: null });
        return { sent: true };
      };
    }
    const reason = failure instanceof Error ? failure.message : String(failure);
    await job.step(({ queries }) => updateEmailInvite(queries, invite, { delivery: "failed", failure: reason }));
    if (!(failure instanceof MailFailure && failure.lasts)) throw failure;
    job.log(`Invitation ${invite} could not be mailed: ${reason}`);
    return async () => ({ sent: false });
  },
};

interface DueMail {
  readonly settings: MailSettings;
  readonly mail: Mail;
}

/** Undefined if the invitation was accepted or revoked in the meantime, or mail is not configured. */
async function composeMail(context: Context, id: string): Promise<DueMail | undefined> {
  const { queries, now, mail: settings, publicUrl, origin } = context;
  const invite = await findEmailInvite(queries, id, now);
  if (invite === undefined || settings === undefined) return undefined;
  const organization = await findOrganization(queries, invite.organization);
  const inviter = await findUser(queries, invite.created_by);
  const title = formatName(organization?.title);
  const secret = await renewSecret(queries, id);
  const paragraphs = [
    `${formatName(inviter?.display_name)} invites you to the documentation of "${title}". Open this address to accept:`,
    invitationAddress(publicUrl ?? origin, secret),
    `It works once, until ${invite.expires_at.slice(0, 10)}. If you did not expect it, ignore this message.`,
  ];
  return {
    settings,
    mail: { to: invite.email, subject: `Invitation to ${title}`, text: `${paragraphs.join("\n\n")}\n` },
  };
}

/** Characters of a name in a message, which was chosen by someone other than the sender. */
const maxNameLength = 80;

/** A name in a form that mail programs do not turn into a link. */
const formatName = (text = "Somebody"): string =>
  [...oneLine(text).replace(/:\/\/|(?<=\w)\.(?=\w)/g, " ")].slice(0, maxNameLength).join("");
