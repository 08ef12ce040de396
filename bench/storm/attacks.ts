import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import type { Client } from "../../src/client/client.ts";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

export interface Field {
  readonly client: () => Client;
  readonly token: string;
  readonly folder: string;
  readonly data: string;
  readonly organization: string;
  readonly random: () => number;
}

/** One attack; resolves when it is over, with what went wrong beyond an error being answered. */
export type Attack = (field: Field) => Promise<string[]>;

const whole = (random: () => number, below: number): number => Math.floor(random() * below);

/** A command line that is given a damaged archive says so and ends with 1, or imports what is whole. */
const damagedArchive: Attack = async ({ folder, random }) => {
  const name = `damaged-${whole(random, 1e9)}`;
  const isZip = random() < 0.6;
  const bytes = Buffer.from(isZip ? zipArchive(random) : await tarArchive());
  for (let flips = 1 + whole(random, 4); flips > 0; flips -= 1) {
    const at = whole(random, bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << whole(random, 8));
  }
  const cut = random() < 0.2 ? bytes.subarray(0, whole(random, bytes.length)) : bytes;
  const path = join(folder, `${name}.${isZip ? "zip" : "tar.gz"}`);
  writeFileSync(path, cut);
  const child = spawn(process.execPath, [cli, "import", path, "--data", join(folder, "archives")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  const isTold = (code === 0 || code === 1) && !/\n\s+at .*:\d+:\d+/.test(complaint);
  return isTold ? [] : [`import of a damaged archive ended with ${signal ?? code}: ${complaint.slice(-500)}`];
};

/** Invalid images in a page that is requested as PDF. */
const badPicture: Attack = async ({ client, token, organization, random }) => {
  const { id: spaceId } = await client().spaces.create({ organizationId: organization, title: "Pictures" });
  const bytes = pictures[whole(random, pictures.length)]?.(random) ?? Buffer.alloc(0);
  const isPng = bytes[0] === 0x89;
  const name = isPng ? "a.png" : "a.jpg";
  await change(client(), spaceId, [
    {
      operation: "insert_files",
      files: [{ name, ref: name, contentType: isPng ? "image/png" : "image/jpeg", base64: bytes.toString("base64") }],
    },
    { operation: "insert_page", document: { markdown: `# Picture\n\n![A picture](./${name})\n\nText after it.\n` } },
  ]);
  const { url } = (await client().spaces.getPdf({ spaceId })) as { url: string };
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const isPdf =
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 4)
      .toString() === "%PDF";
  return isPdf ? [] : [`a PDF with a bad picture answered ${answer.status}`];
};

/** Repositories whose trees grow when they are walked, or hold names no file may have. */
const hostileRepository: Attack = async ({ client, folder, organization, random }) => {
  const bare = join(folder, "repositories", `${whole(random, 1e9)}.git`);
  mkdirSync(bare, { recursive: true });
  const git = (args: readonly string[], input?: string) =>
    execFileSync("git", args, {
      cwd: bare,
      ...(input === undefined ? {} : { input }),
      stdio: ["pipe", "pipe", "ignore"],
    })
      .toString()
      .trim();
  git(["init", "--quiet", "--bare", "--initial-branch=main"]);
  let tree = git(["hash-object", "-w", "--stdin"], `# Leaf ${random()}\n`);
  tree = git(["mktree"], `100644 blob ${tree}\tREADME.md\n`);
  const width = 2 + whole(random, 10);
  for (let level = 0; level < 4 + whole(random, 8); level += 1) {
    const entries = Array.from(
      { length: width },
      (_, at) => `040000 tree ${tree}\t${"d".repeat(1 + whole(random, 40))}${at}`,
    );
    tree = git(["mktree"], `${entries.join("\n")}\n`);
  }
  const commit = git([
    "-c",
    "user.name=Storm",
    "-c",
    "user.email=storm@example.com",
    "commit-tree",
    tree,
    "-m",
    "Grow",
  ]);
  git(["update-ref", "refs/heads/main", commit]);
  const { id: spaceId } = await client().spaces.create({ organizationId: organization, title: "Repository" });
  await client().git.import({ spaceId, url: `file://${bare}`, ref: "refs/heads/main" });
  return [];
};

/** A page that repeats one construct, read in each format, compared and merged. */
const hostilePage: Attack = async ({ client, organization, random }) => {
  const unit = constructs[whole(random, constructs.length)] ?? "";
  const size = 10 ** (4 + random() * 2);
  const markdown = `# Page\n\n${unit.repeat(Math.ceil(size / unit.length))}\n`;
  const { id: spaceId } = await client().spaces.create({ organizationId: organization, title: "Hostile" });
  await change(client(), spaceId, [{ operation: "insert_page", document: { markdown } }]);
  const { pages } = await client().pages.list({ spaceId });
  const pageId = pages[0]?.id ?? "";
  for (const format of ["markdown", "document"] as const) await client().pages.get({ spaceId, pageId, format });
  await client().search.space({ spaceId, query: "page" });
  await client().spaces.listLinks({ spaceId });
  return [];
};

export const attacks: Readonly<Record<string, Attack>> = { damagedArchive, badPicture, hostileRepository, hostilePage };

type Change = Parameters<Client["changeRequestContent"]["apply"]>[0]["changes"][number];

async function change(client: Client, spaceId: string, changes: Change[]): Promise<void> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Attack" });
  await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
  await client.changeRequests.merge({ spaceId, changeRequestId });
}

const constructs = [
  ..."a.b@c.|# a\n|[a](|![a](|*a |_a_|`a``|<a |<!--|&amp;|> |* a\n  |1. a\n|\\|a\\|b|---\n|[a]: b\n|$$a|www.a.|https://a.b/(".split(
    "|",
  ),
  '{% hint style="info" %}\n',
  '{% tabs %}\n{% tab title="a" %}\n',
  "<details><summary>a</summary>\n",
  "| a | b |\n| - | - |\n| c | d |\n\n",
  "[^a]: b [^a]\n",
  "{{ a.b }} ",
  "```\na\n",
];

/** A picture of one grey pixel column per row, or what is said to be one. */
const pictures: readonly ((random: () => number) => Buffer)[] = [
  () => png(2, 2, deflateSync(Buffer.alloc(6))),
  () => png(0, 0, deflateSync(Buffer.alloc(1))),
  () => png(30_000, 30_000, deflateSync(Buffer.alloc(8)), chunk("tEXt", Buffer.from("a\0b"))),
  () => png(2, 2, Buffer.from("not deflated")),
  (random) => flip(png(16, 16, deflateSync(Buffer.alloc(17 * 16))), random),
  () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2]),
  (random) =>
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(Array.from({ length: 200 }, () => whole(random, 256)))]),
];

function flip(bytes: Buffer, random: () => number): Buffer {
  const at = 8 + whole(random, bytes.length - 8);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << whole(random, 8));
  return bytes;
}

function png(width: number, height: number, data: Buffer, before: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), before, chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const pageOf = (number: number): string => `# Page ${number}\n\n${`words of page ${number} `.repeat(50)}\n`;

async function tarArchive(): Promise<Buffer> {
  const entries = Array.from({ length: 5 }, (_, number) => ({
    header: { name: `page-${number}.md`, size: Buffer.byteLength(pageOf(number)) },
    body: pageOf(number),
  }));
  return gzipSync(await packTar(entries));
}

/** A ZIP of deflated pages; one in three says of an entry that it is smaller than it is. */
function zipArchive(random: () => number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (let number = 0; number < 5; number += 1) {
    const content = Buffer.from(pageOf(number));
    const packed = deflateRawSync(content);
    const name = Buffer.from(`page-${number}.md`);
    const size = random() < 1 / 15 ? 10 : content.length;
    const facts = Buffer.alloc(20);
    facts.writeUInt16LE(8, 2);
    facts.writeUInt32LE(crc32(content), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(size, 16);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    const [local, central] = [Buffer.alloc(6), Buffer.alloc(8)];
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    parts.push(local, facts, lengths, name, packed);
    directory.push(central, facts, lengths, rest, name);
    offset += local.length + facts.length + lengths.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(5, 8);
  end.writeUInt16LE(5, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
