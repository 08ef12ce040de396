import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/values.ts";
import { parts, type SecretKeys } from "../platform/index.ts";

/** Timeout of the command that prints the key, in milliseconds. */
const commandTime = 30_000;

/**
 * The keys that encrypt the secrets of the embedded platform; undefined if none is configured. The first encrypts, the
 * others decrypt what was encrypted with them before. Throws `ConfigError` and `SecretKeyError`.
 */
export async function loadSecretKeys(config: Config): Promise<SecretKeys | undefined> {
  const { secretKey, secretKeyFile, secretKeyCommand } = config;
  const parse = async (texts: readonly string[], source: string) => {
    const { SecretKeys } = await parts.secretKeys();
    return SecretKeys.parse(texts, source);
  };
  if (secretKey.value !== undefined) return parse(secretKey.value.split(","), secretKey.source);
  if (secretKeyFile.value !== undefined) {
    return parse(toLines(readKeyFile(secretKeyFile.value, secretKeyFile.source)), secretKeyFile.source);
  }
  if (secretKeyCommand.value === undefined) return undefined;
  return parse(toLines(await printedKeys(secretKeyCommand.value, secretKeyCommand.source)), secretKeyCommand.source);
}

const toLines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "");

function readKeyFile(file: string, source: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`${source}: the file ${file} cannot be read (${describeCode(error)}).`);
  }
}

/** What a command prints is not in the message: it may be a part of the key. */
async function printedKeys(command: string, source: string): Promise<string> {
  try {
    const { stdout } = await promisify(exec)(command, { timeout: commandTime, windowsHide: true });
    return stdout;
  } catch (error) {
    throw new ConfigError(
      `${source}: the command failed (${describeCode(error)}). It must print the key and exit with 0.`,
    );
  }
}

function describeCode(error: unknown): string {
  const { code, signal } = error as { readonly code?: string | number; readonly signal?: string };
  if (typeof signal === "string") return signal;
  return typeof code === "number" ? `exit code ${code}` : (code ?? "unknown reason");
}
