import type { AppRoute } from "../../contract/app-addresses.ts";
import type { AppRequest } from "../app-request.ts";
import { readText } from "../changes/act-on-change-request.ts";
import { Refusal } from "../respond.ts";

/** Processes a form of an issue cluster, and returns the address to redirect to. */
export async function actOnIssue(
  request: AppRequest,
  route: AppRoute & { readonly kind: "issue" },
  form: URLSearchParams,
): Promise<string> {
  const { client } = request;
  const { organization, id } = route;
  const action = form.get("action");
  if (action === "mute" || action === "unmute") {
    const muted = action === "mute";
    await client.issueClusters.update({ organizationId: organization, clusterId: id, muted });
    return request.href({ kind: "list", organization, list: "issues" }, { done: muted ? "muted" : "unmuted" });
  }
  if (action === "propose") {
    const cluster = await client.issueClusters.get({ organizationId: organization, clusterId: id });
    const space = readText(form, "space");
    const { number } = await client.changeRequests.create({
      spaceId: space,
      subject: cluster.label.slice(0, 100),
      conversationsIssuesCluster: id,
    });
    return request.href({ kind: "content", organization, space, changeRequest: number });
  }
  throw new Refusal("This page does not know what the form asks for. Go back and reload it.");
}
