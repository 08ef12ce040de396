import { expect, it } from "vitest";
import { Confirmations } from "../../src/server/confirmation/confirmations.ts";

it("lets an id be used once, for its subject alone", () => {
  const confirmations = new Confirmations();
  const id = confirmations.issue("merge 7");
  expect(confirmations.redeem(id, "merge 8")).toBe("invalid");
  expect(confirmations.redeem(id, "merge 7")).toBe("valid");
  expect(confirmations.redeem(id, "merge 7")).toBe("used");
});

it("refuses an id after ten minutes", () => {
  let now = 1_000_000;
  const confirmations = new Confirmations(() => now);
  const [early, late] = [confirmations.issue("merge"), confirmations.issue("merge")];
  now += 10 * 60_000 - 1;
  expect(confirmations.redeem(early, "merge")).toBe("valid");
  now += 1;
  expect(confirmations.redeem(late, "merge")).toBe("expired");
});

it("refuses ids that were changed in any byte, cut, made up, or made by another process", () => {
  const confirmations = new Confirmations();
  const bytes = Buffer.from(confirmations.issue("merge"), "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(confirmations.redeem(changed.toString("base64url"), "merge"), `byte ${at}`).toBe("invalid");
  }
  const id = confirmations.issue("merge");
  expect(confirmations.redeem(`${id}=`, "merge")).toBe("invalid");
  for (const id of ["", "x", bytes.subarray(1).toString("base64url"), new Confirmations().issue("merge")]) {
    expect(confirmations.redeem(id, "merge")).toBe("invalid");
  }
});
