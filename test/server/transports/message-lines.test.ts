import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { MessageLines, type Refusal } from "../../../src/server/transports/stdio.ts";

const manyMembers = () =>
  JSON.stringify(Object.fromEntries(Array.from({ length: 110_000 }, (_, index) => [`m${index}`, 0])));
const request = (args: string) => `{"method":"tools/call","params":{"arguments":${args}},"jsonrpc":"2.0","id":7}`;

/** The lines read from chunks, and the rejected ones. */
async function readLines(chunks: readonly (string | Buffer)[]) {
  const refused: Refusal[] = [];
  const input = new PassThrough();
  const lines = MessageLines.of(input, (refusal) => refused.push(refusal));
  const read: string[] = [];
  lines.on("data", (line: Buffer) => read.push(line.toString()));
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await once(lines, "end");
  return { read, refused, codes: refused.map(({ answer }) => [answer?.id, answer?.error.code]) };
}

test("lines are passed on complete, in whatever chunks they arrive", async () => {
  const euro = Buffer.from('"€"\n');
  const { read, refused } = await readLines(['{"a"', ':1}\n{"b":2}\n[', "]\n", euro.subarray(0, 2), euro.subarray(2)]);
  expect(read).toEqual(['{"a":1}\n', '{"b":2}\n', "[]\n", '"€"\n']);
  expect(refused).toEqual([]);
});

test.each([
  ["members", manyMembers(), "has objects of more than 100000 members"],
  ["levels", `${"[".repeat(501)}${"]".repeat(501)}`, "is nested more than 500 levels deep"],
  ["items", `[${"0,".repeat(150_001)}0]`, "has an array of more than 150000 items"],
])(
  "a request with too many %s is answered and not passed on, and the next one is passed on",
  async (_what, args, problem) => {
    const { read, refused, codes } = await readLines([`${request(args)}\n`, '{"b":2}\n']);
    expect(read).toEqual(['{"b":2}\n']);
    expect(refused[0]?.problem).toBe(problem);
    expect(codes).toEqual([[7, -32600]]);
    expect(refused[0]?.answer?.error.message).toContain("Send less in one request");
  },
);

test("a request of more than 10 MB is answered by the id at its beginning or its end, and the next one is passed on", async () => {
  const long = `"${"x".repeat(11 * 1024 * 1024)}"`;
  const early = `{"jsonrpc":"2.0","id":"first","method":"tools/call","params":{"arguments":${long}}}\n`;
  const { read, codes } = await readLines([early, `${request(long)}\n`, '{"b":2}\n']);
  expect(codes).toEqual([
    ["first", -32600],
    [7, -32600],
  ]);
  expect(read).toEqual(['{"b":2}\n']);
});

test.each([
  ["a notification", '{"method":"notifications/progress","jsonrpc":"2.0","params":@}'],
  ["an answer, whose id is the server's", '{"jsonrpc":"2.0","id":7,"result":@}'],
  ["a request whose only id is further in", '{"method":"a","params":{"id":7,"more":@}}'],
  ["a request whose id is no id", '{"method":"a","id":{"id":7},"params":@}'],
  ["no message", "[7,@]"],
])("%s with too many members is dropped without an answer", async (_what, message) => {
  const { read, refused } = await readLines([`${message.replace("@", manyMembers())}\n`]);
  expect(read).toEqual([]);
  expect(refused).toEqual([{ problem: "has objects of more than 100000 members", answer: undefined }]);
});
