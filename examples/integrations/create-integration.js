/**
 * Makes the default export of an integration's script: handlers of requests and of events, each called with a context
 * of `environment`. Scripts that import the package `@gitbook/runtime` instead have the same shape.
 */
export function createIntegration({ fetch: answer, events = {} }) {
  return {
    async fetch(request) {
      const form = await request.formData();
      const event = JSON.parse(form.get("event"));
      const context = { environment: JSON.parse(form.get("environment")) };
      if (event.type === "fetch") {
        if (answer === undefined) return new Response("This integration takes no requests.", { status: 404 });
        const { url, method, headers } = event.request;
        return answer(new Request(url, { method, headers, body: form.get("fetch-body") }), context);
      }
      for (const handler of [events[event.type] ?? []].flat()) await handler(event, context);
      return new Response("OK");
    },
  };
}
