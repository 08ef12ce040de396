import { readCommandLine } from "../config/config.ts";
import { readChoice } from "../config/values.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { localAddress } from "./login.ts";
import { withOrganization } from "./named-organization.ts";

export const usage = "Usage: copydesk invite <e-mail address> [--role <role>] [--organization <id or title>]";

const roles = ["read", "comment", "edit", "review", "create", "admin", "guest"] as const;

/** Prints the address for accepting the invitation, to pass on. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.invite);
  const [email, ...rest] = positionals;
  if (email === undefined || rest.length > 0) throw new UsageError(usage);
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(
      `People are invited to ${config.baseUrl.value} there. Leave out ${config.baseUrl.source} to invite to the embedded platform.`,
    );
  }
  const named = own.role === undefined ? undefined : readChoice(String(own.role), "--role", roles);
  const role = named === "guest" ? null : named;
  const embedded = await openEmbedded(config);
  const { platform, user: by } = embedded;
  try {
    const { organization } = await withOrganization(embedded, own.organization);
    const [{ normalizeEmail }, { invitationAddress, inviteByEmail }] = await Promise.all([
      parts.emailAddress(),
      parts.invites(),
    ]);
    const address = normalizeEmail(email);
    if (address === undefined) throw new UsageError(`"${email}" is not an e-mail address. ${usage}`);
    const now = platform.now();
    const secret = await platform.database.write(async (queries) => {
      const invited = await inviteByEmail(
        queries,
        { organization, email: address, role, sso: false, by, secretFor: "operator" },
        now,
      );
      if (invited === undefined) throw new UsageError(`${address} is already a member.`);
      return invited.secret ?? "";
    });
    process.stdout.write(`${invitationAddress(config.publicUrl.value ?? localAddress(config), secret)}\n`);
    process.stderr.write(
      `Pass the link to ${address} only. It works once, within 7 days, while copydesk serve runs on the same data folder.\n`,
    );
    return 0;
  } finally {
    await platform.close();
  }
}
