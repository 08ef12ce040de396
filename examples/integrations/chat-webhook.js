// Posts merged change requests to a chat: publish with the scope `space:content:read`, the `events`
// `["change_request_merged"]`, and the configuration
// `{"account": {"properties": {"webhook": {"type": "string"}}, "required": ["webhook"]}}`.
import { createIntegration } from "./create-integration.js";

export default createIntegration({
  events: {
    async change_request_merged({ changeRequestNumber, subject }, { environment }) {
      const { webhook } = environment.installation.configuration;
      const text = `Change request ${changeRequestNumber} was merged: ${subject || "no subject"}`;
      const answer = await fetch(webhook, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text }),
      });
      if (!answer.ok) throw new Error(`The chat answered ${answer.status}.`);
      console.info(`Posted change request ${changeRequestNumber}`);
    },
  },
});
