import { expect, it } from "vitest";
import { Confirmations } from "../../../src/server/calls/confirmations.ts";

it("an id is accepted once, for its subject only", async () => {
  const confirmations = new Confirmations();
  const id = await confirmations.issue("merge 7");
  expect(await confirmations.redeem(id, "merge 8")).toBe("invalid");
  expect(await confirmations.redeem(id, "merge 7")).toBe("valid");
  expect(await confirmations.redeem(id, "merge 7")).toBe("used");
});

it("an id is refused after ten minutes", async () => {
  let now = 1_000_000;
  const confirmations = new Confirmations({ now: () => now });
  const [early, late] = [await confirmations.issue("merge"), await confirmations.issue("merge")];
  now += 10 * 60_000 - 1;
  expect(await confirmations.redeem(early, "merge")).toBe("valid");
  now += 1;
  expect(await confirmations.redeem(late, "merge")).toBe("expired");
});

it("an id is refused if it is altered in any byte, truncated, forged, or from another process", async () => {
  const confirmations = new Confirmations();
  const bytes = Buffer.from(await confirmations.issue("merge"), "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await confirmations.redeem(changed.toString("base64url"), "merge"), `byte ${at}`).toBe("invalid");
  }
  const id = await confirmations.issue("merge");
  expect(await confirmations.redeem(`${id}=`, "merge")).toBe("invalid");
  for (const id of ["", "x", bytes.subarray(1).toString("base64url"), await new Confirmations().issue("merge")]) {
    expect(await confirmations.redeem(id, "merge")).toBe("invalid");
  }
});
