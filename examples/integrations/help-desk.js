// Ingests conversations from the export of a help desk, which is posted to the `publicEndpoint` of the installation:
// `{"tickets": [{"id", "subject", "url", "messages": [{"from": "customer" | "agent", "text"}]}]}`, with the secret
// IMPORT_KEY as a bearer token. Publish with the scope `conversations:ingest`.
import { createIntegration } from "./create-integration.js";

export default createIntegration({
  async fetch(request, { environment }) {
    const { secrets, installation, apiEndpoint, apiTokens } = environment;
    if (request.headers.get("authorization") !== `Bearer ${secrets.IMPORT_KEY}`) {
      return new Response("The key is wrong.", { status: 401 });
    }
    const { tickets } = await request.json();
    for (const { id, subject, url, messages } of tickets) {
      const conversation = {
        id: `ticket-${id}`,
        subject,
        metadata: { url, attributes: { source: "Help desk" } },
        parts: messages.map(({ from, text }) => ({
          type: "message",
          role: from === "agent" ? "team-member" : "user",
          body: text,
        })),
      };
      const answer = await fetch(`${apiEndpoint}/v1/orgs/${installation.target.organization}/conversations`, {
        method: "POST",
        headers: { Authorization: `Bearer ${apiTokens.installation}`, "Content-Type": "application/json" },
        body: JSON.stringify(conversation),
      });
      if (!answer.ok) return new Response(`Ticket ${id}: ${await answer.text()}`, { status: 502 });
    }
    return Response.json({ ingested: tickets.length });
  },
});
