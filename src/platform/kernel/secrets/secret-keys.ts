import { hkdfSync } from "node:crypto";

/** The secrets of a database cannot be read or written with the keys that were given. The message says what to do. */
export class SecretKeyError extends Error {
  override readonly name = "SecretKeyError";
}

interface SecretKey {
  /** Identifies the key in what it encrypted; reveals nothing about it. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The keys that a database's secrets are encrypted with. */
export class SecretKeys {
  /** Encrypts. The others only decrypt what was encrypted with them before. */
  readonly current: SecretKey;
  readonly #keys: ReadonlyMap<string, SecretKey>;

  private constructor(current: SecretKey, keys: ReadonlyMap<string, SecretKey>) {
    this.current = current;
    this.#keys = keys;
  }

  /** Reads keys of 32 bytes in base64 or hexadecimal. The messages do not include them. Throws `SecretKeyError`. */
  static parse(texts: readonly string[], source: string): SecretKeys {
    const keys = texts.map((text, index) => {
      const bytes = parseKeyBytes(text.trim());
      if (bytes !== undefined) return deriveKey(bytes);
      const which = texts.length === 1 ? "the key" : `key ${index + 1}`;
      throw new SecretKeyError(
        `${source}: ${which} must be 32 random bytes in base64 or hexadecimal. "openssl rand -base64 32" makes one.`,
      );
    });
    const [current] = keys;
    if (current === undefined) {
      throw new SecretKeyError(`${source} has no key. "openssl rand -base64 32" makes one.`);
    }
    return new SecretKeys(current, new Map(keys.map((key) => [key.id, key])));
  }

  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  find(id: string): SecretKey | undefined {
    return this.#keys.get(id);
  }
}

function parseKeyBytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 32 ? bytes : undefined;
}

/** What encrypts and what identifies are derived separately, so that the id says nothing about the key. */
function deriveKey(secret: Uint8Array): SecretKey {
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync("sha256", secret, "", purpose, length));
  return { id: derive("copydesk secret key id", 6).toString("hex"), bytes: derive("copydesk secrets", 32) };
}
