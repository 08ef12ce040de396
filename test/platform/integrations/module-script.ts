/**
 * A script in the shape into which the vendor's command line builds integrations: a module that takes a form, calls
 * a handler for the event's type and responds 406 if there is none.
 */
export const moduleScript = (handlers: Readonly<Record<string, string>>) => `
var handlers = {
  ${Object.entries(handlers)
    .map(([type, work]) => `${type}: async (event, context) => { ${work} }`)
    .join(",\n  ")}
};
var script_default = {
  fetch: async (request, env, ctx) => {
    if (new URL(request.url).pathname.slice(1) !== "v1") return new Response("Unsupported version", { status: 400 });
    const form = await request.formData();
    const event = JSON.parse(form.get("event"));
    const environment = JSON.parse(form.get("environment"));
    const call = (token) => async (line, body) => {
      const [method, path] = line.split(" ");
      const answer = await fetch(environment.apiEndpoint + path, {
        method,
        headers: { authorization: "Bearer " + token, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
    };
    const context = {
      environment,
      waitUntil: (promise) => ctx.waitUntil(promise),
      asIntegration: call(environment.apiTokens.integration),
      asInstallation: call(environment.apiTokens.installation),
    };
    const handler = handlers[event.type];
    if (handler === undefined) {
      console.error("[integrations] does not handle", event.type);
      return new Response(JSON.stringify({ error: "Integration does not handle events" }), { status: 406 });
    }
    try {
      const answer = await handler(event, context);
      return answer instanceof Response ? answer : new Response("OK", { status: 200 });
    } catch (error) {
      console.error("[integrations]", error);
      return new Response(JSON.stringify({ error: "Internal server error" }), { status: 500 });
    }
  }
};
export {
  script_default as default
};
`;
