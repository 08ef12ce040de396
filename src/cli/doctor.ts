import { type Config, readCommandLine, toSettingText } from "../config/config.ts";
import { type SettingName, settings } from "../config/settings.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { toModelSettings, toTranslationSettings } from "./connection.ts";
import { clientsHidden, hidesClients } from "./credentials.ts";
import { describeSystemError, UsageError } from "./errors.ts";
import { configuredSecrets, createRedact } from "./redaction.ts";
import { loadSecretKeys } from "./secret-keys.ts";
import { count, printJson, printLine } from "./terminal.ts";
import { version } from "./version.ts";

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Shows the configuration with its sources, then checks what a host would need. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.doctor);
  if (positionals.length > 0) throw new UsageError("Usage: copydesk doctor [--json]");
  const shown = configuration(config);
  const checks = await runChecks(config);
  const failed = checks.filter((check) => !check.ok);
  if (own.json === true) {
    printJson({ version, node: process.version, configuration: shown, checks });
  } else {
    const nameWidth = Math.max(...shown.map(({ name }) => name.length));
    const inOrder = [...failed, ...checks.filter((check) => check.ok)];
    const lines = [
      `Copydesk ${version} on Node ${process.version}: ${failed.length === 0 ? "all is well" : `${count(failed.length, "check")} failed`}`,
      ...inOrder.map(({ name, ok, detail }) => `${ok ? "ok  " : "FAIL"} ${name}: ${detail}`),
      "",
      "Settings and where they come from:",
      ...shown.map(({ name, value, source }) => `  ${name.padEnd(nameWidth)} ${String(value).padEnd(44)} ${source}`),
    ];
    for (const line of lines) printLine(line);
  }
  return failed.length === 0 ? 0 : 1;
}

export function configuration(config: Config): { name: string; value: unknown; source: string }[] {
  return Object.entries(settings).map(([name, { flag, secret }]) => {
    const { value, source } = config[name as SettingName];
    const shown = secret ? "(set)" : typeof value === "object" ? toSettingText(value) : value;
    return { name: flag, value: value === undefined ? "-" : shown, source };
  });
}

export async function runChecks(config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  const redact = createRedact(configuredSecrets(config));
  const attempt = async (name: string, work: () => Promise<string>): Promise<void> => {
    checks.push(
      await work().then(
        (detail) => ({ name, ok: true, detail }),
        (error: unknown) => ({
          name,
          ok: false,
          detail: redact(describeSystemError(error) ?? (error instanceof Error ? error.message : String(error))),
        }),
      ),
    );
  };
  const { database } = config;
  if (config.baseUrl.value === undefined) {
    if (database.value === undefined) await attempt("data folder", () => dataFolder(config.data.value));
    else await attempt("database", () => databaseServer(config));
    if (config.files.value !== undefined) await attempt("object storage", () => objectStorage(config));
  }
  await attempt("service", async () => {
    const { connect } = await import("./connection.ts");
    const connection = await connect(config);
    try {
      const user = await connection.client.users.getAuthenticated({});
      const { items, count: all } = await connection.client.organizations.list({ limit: 10 });
      const titles = items.map(({ title }) => `"${title}"`).join(", ");
      return `${config.baseUrl.value ?? "embedded platform"} responds; the token is ${user.displayName}'s, in ${count(all ?? items.length, "organization")}: ${titles}`;
    } finally {
      await connection.close();
    }
  });
  if (config.baseUrl.value === undefined) {
    await attempt("secrets", () => storedSecrets(config));
    for (const [name, check] of servicesToCheck(config)) await attempt(name, check);
  }
  if (hidesClients(config)) await attempt("failed attempts", async () => clientsHidden);
  await attempt("tools", async () => {
    const [{ generatedRegistry }, { createSurface }, { toSelection }] = await Promise.all([
      import("../tools/registry.ts"),
      import("../tools/surface.ts"),
      import("./surface-selection.ts"),
    ]);
    const { listed } = createSurface(generatedRegistry.entries, toSelection(config));
    const tooMany = Object.entries(maxTools).filter(([, limit]) => listed.length > limit);
    const limits = tooMany.map(
      ([host, limit]) => `; ${host} accepts at most ${limit}: choose with --toolsets or --tools`,
    );
    return `${listed.length} listed, ${listed.reduce((sum, { tokens }) => sum + tokens, 0)} tokens${limits.join("")}`;
  });
  return checks;
}

/** The most tools, over all servers, that a host gives its model. Sources: the hosts' manuals. */
const maxTools: Readonly<Record<string, number>> = { Cursor: 40, "VS Code": 128 };

/** Throws if the data is damaged or was not completely written. */
export async function dataFolder(folder: string): Promise<string> {
  const { checkFolder } = await parts.checkFolder();
  const checked = await checkFolder(folder);
  if (checked === undefined) return `${folder} does not exist yet and is created at the first start`;
  const { bytes, contents } = checked;
  return `${folder} holds ${(bytes / 1024 / 1024).toFixed(1)} MB; no damage in its pages and ${count(contents, "stored content")}`;
}

/** Throws if the database cannot be reached or is not ours. */
async function databaseServer({ data, database: url }: Config): Promise<string> {
  const { openDatabase } = await parts.database();
  const database = await openDatabase(data.value, url.value);
  try {
    return `${await database.describe()} responds, and has the tables of this version`;
  } finally {
    await database.close();
  }
}

/** Throws if some secrets are not encrypted although there is a key, or cannot be decrypted with it. */
async function storedSecrets(config: Config): Promise<string> {
  const [{ openDatabase }, secrets] = await Promise.all([parts.database(), parts.secrets()]);
  const keys = await loadSecretKeys(config);
  const database = await openDatabase(config.data.value, config.database.value);
  try {
    const used = await database.read(secrets.findUsedKeys);
    secrets.requireKeys(used, keys);
    if (keys === undefined) {
      return "keys and tokens that must be stored are not encrypted; --secret-key-file encrypts them";
    }
    const unsealed = await database.read(secrets.countUnsealed);
    if (unsealed > 0) throw new Error(`${count(unsealed, "secret")} not encrypted. Run "copydesk encrypt".`);
    const others = used.filter((id) => id !== keys.current.id);
    const older = `; "copydesk encrypt" encrypts what still has the key ${others.join(", ")}`;
    return `encrypted with the key ${keys.current.id}${others.length === 0 ? "" : older}`;
  } finally {
    await database.close();
  }
}

/** Throws if files cannot be written to the bucket and read from it. */
async function objectStorage(config: Config): Promise<string> {
  const [{ ObjectStorage }, { toObjectStorageSettings }] = await Promise.all([
    parts.objectStorage(),
    import("./connection.ts"),
  ]);
  const settings = toObjectStorageSettings(config);
  if (settings === undefined) return "not used";
  const storage = new ObjectStorage(settings);
  await storage.check();
  return `${storage.location} stores and returns files`;
}

/** Checks of the services that the embedded platform uses: a name, and a function that returns the result or throws. */
function servicesToCheck(config: Config): [name: string, check: () => Promise<string>][] {
  const model = toModelSettings(config);
  const translation = toTranslationSettings(config);
  return [
    ...(model === undefined
      ? []
      : [
          named("language model", async () => {
            const { checkModel } = await parts.checkModel();
            return checkModel(model);
          }),
        ]),
    ...(translation.provider === undefined
      ? []
      : [
          named("translation service", async () => {
            const { checkProvider } = await parts.checkTranslation();
            return checkProvider(translation, model);
          }),
        ]),
    ...(model === undefined && translation.provider === undefined
      ? []
      : [named("spent today", () => spentToday(config))]),
  ];
}

const named = (name: string, check: () => Promise<string>): [string, () => Promise<string>] => [name, check];

/** What all processes on the data folder have used of these services since midnight, UTC. */
async function spentToday({
  data,
  database: url,
  modelTokensPerDay,
  translationCharactersPerDay,
}: Config): Promise<string> {
  const [{ openDatabase }, { spentOn }, { getDay, endOfDay, momentWords }] = await Promise.all([
    parts.database(),
    parts.spending(),
    parts.dayLimit(),
  ]);
  const now = new Date().toISOString();
  const database = await openDatabase(data.value, url.value);
  try {
    const [tokens, characters] = await database.read(async (queries) => [
      await spentOn(queries, "model-tokens", getDay(now)),
      await spentOn(queries, "translation-characters", getDay(now)),
    ]);
    const of = (spent: number | undefined, limit: number) => `${spent}${limit === 0 ? "" : ` of ${limit}`}`;
    return `${of(tokens, modelTokensPerDay.value)} tokens of a model, ${of(characters, translationCharactersPerDay.value)} characters to be translated; a new day begins at ${momentWords(endOfDay(now))}`;
  } finally {
    await database.close();
  }
}
