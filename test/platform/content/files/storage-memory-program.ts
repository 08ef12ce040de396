import { createHash } from "node:crypto";
import { ObjectStorage, type ObjectStorageSettings } from "../../../../src/platform/kernel/object-storage.ts";

/** Puts a file of this size into object storage or gets it, and prints how much its memory grew. */
const [method = "", digest = "", count = "", settings = ""] = process.argv.slice(2);

const storage = new ObjectStorage(JSON.parse(settings) as ObjectStorageSettings);
const bytes = Buffer.alloc(method === "put" ? Number(count) : 0, "Tern ");
// Code that is loaded for the first requests is not counted.
const small = Buffer.from("Tern");
const smallDigest = createHash("sha256").update(small).digest("base64url");
await storage.put(smallDigest, small);
await storage.get(smallDigest);

const before = process.resourceUsage().maxRSS;
if (method === "put") await storage.put(digest, bytes);
const { length } = method === "put" ? bytes : await storage.get(digest);
// Node.js counts it in kilobytes.
const grown = (process.resourceUsage().maxRSS - before) * 1024;
process.stdout.write(JSON.stringify({ length, grown }));
