import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "../support/colleague.ts";
import { versions } from "./description.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { type VendorClient, vendorClient, vendorError } from "./vendor-client.ts";

describe.each(versions)("a review through the vendor's client %s", (version) => {
  let platform: ServedPlatform;
  let client: VendorClient;
  let space = "";

  beforeAll(async () => {
    platform = await servePlatform();
    client = vendorClient(version, platform.endpoint, platform.token);
    space = (await client.orgs.createSpace(platform.organization, { title: "Weather" })).data.id;
  });
  afterAll(() => platform.close());

  it("is requested, refused and given, and allows a change request through the merge rules of the space", async () => {
    const rules = [{ rule: "require_at_least_one_review" }, { rule: "require_all_reviews_approved" }];
    await client.spaces.updateSpaceById(space, { mergeRules: { type: "rules", rules } });
    const reviewer = await addColleague(platform.platform, platform.organization, { role: "review" });
    const { data: draft } = await client.spaces.createChangeRequest(space, { subject: "Tides" });

    const asked = await client.spaces.requestReviewersForChangeRequest(space, draft.id, { users: [reviewer.user] });
    expect(asked.data.users?.map((request) => request.kind === "user" && request.user.id)).toEqual([reviewer.user]);
    const awaited = await client.spaces.getRequestedReviewersByChangeRequestId(space, draft.id);
    expect(awaited.data.items).toEqual(asked.data.users);

    const refused = await vendorError(version, client.spaces.mergeChangeRequest(space, draft.id));
    expect(refused.code).toBe(409);
    expect(refused.message).toMatch(/^Change request 1 cannot be merged yet, by 2 merge rules of the space\. \(1\) /);

    const theirs = vendorClient(version, platform.endpoint, reviewer.token);
    const given = await theirs.spaces.submitChangeRequestReview(space, draft.id, {
      status: "approved",
      comment: { markdown: "Ready." },
    });
    expect([given.status, given.data.status, given.data.requestedBy?.id]).toEqual([201, "approved", platform.user]);
    const reviews = await client.spaces.getReviewsByChangeRequestId(space, draft.id);
    expect(reviews.data.items.map(({ id, comment }) => [id, comment?.body.markdown])).toEqual([
      [given.data.id, "Ready."],
    ]);
    const contributors = await client.spaces.getContributorsByChangeRequestId(space, draft.id);
    expect(contributors.data.items.map(({ actionType }) => actionType)).toEqual(["edit", "comment"]);
    expect((await client.spaces.mergeChangeRequest(space, draft.id)).data.result).toBe("merge");
  });
});
