import { describe, expect, it } from "vitest";
import {
  computeNodeAddress,
  decodeNode,
  emptyNode,
  emptyRoot,
  encodeNode,
  endsNode,
} from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { MemoryStore } from "./memory-store.ts";

describe("the stored form of an ordered map", () => {
  it("is a JSON array of the level and, for each entry, shared length, rest of the key and payload", () => {
    const node = {
      level: 0,
      entries: [
        ["page/a", "1"],
        ["page/b", '{"x":"y"}'],
        ["slug", "null"],
      ] as const,
    };
    const text = '[0,0,"page/a","1",5,"b","{\\"x\\":\\"y\\"}",0,"slug","null"]';
    expect(encodeNode(node)).toBe(text);
    expect(decodeNode(text)).toEqual(node);
  });

  it("has addresses that never change, because stored revisions depend on them", async () => {
    expect(encodeNode(emptyNode)).toBe("[0]");
    expect(emptyRoot).toBe("0LyhEfhigTetxMFvEjSW3A");
    expect(computeNodeAddress('[0,0,"a","1"]')).toBe("nifOl_c_yPv7aB2-OFgSQQ");
    const keys = Array.from({ length: 1_000 }, (_, index) => `page/${index}`);
    const { root } = await new MemoryStore().write(
      emptyRoot,
      keys.map((key) => [key, key.length.toString()] as const),
    );
    expect(root).toBe("w_VneK5WYojqUm1Hed1g3g");
  });

  it("splits surrogate pairs between keys without loss", () => {
    const entries = [
      ["\ud83d\ude00", "1"],
      ["\ud83d\ude01", "2"],
      ["\ud83e", "3"],
    ] as const;
    const text = encodeNode({ level: 0, entries });
    expect(text).toBe('[0,0,"\ud83d\ude00","1",1,"\\ude01","2",0,"\\ud83e","3"]');
    expect(decodeNode(text).entries).toEqual(entries);
  });

  it("rejects text that is not a node", () => {
    for (const text of ["", "{}", "[]", '["0"]', '[0,"a"]', '[0,"0","a","1"]', '[0,0,1,"1"]', '[0,0,"a",null]', "[0"]) {
      expect(() => decodeNode(text)).toThrow(TypeError);
    }
  });
});

describe("the ends of nodes", () => {
  it("make every size from 8 to 24 about equally likely", () => {
    const sizes = new Map<number, number>();
    let count = 0;
    for (let index = 0; index < 40_000; index++) {
      count++;
      if (!endsNode(0, `page/${index}`, count)) continue;
      sizes.set(count, (sizes.get(count) ?? 0) + 1);
      count = 0;
    }
    expect([...sizes.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 8));
    // 2,500 nodes over 17 sizes: 147 each, with a standard deviation of 12
    for (const times of sizes.values()) {
      expect(times).toBeGreaterThan(90);
      expect(times).toBeLessThan(205);
    }
  });
});
