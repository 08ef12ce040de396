/** Export settings, from OpenTelemetry's standard variables. */
export interface OtlpSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Resource attributes of the process, in every trace. */
  readonly resource: Readonly<Record<string, string>>;
  /** Timeout of one export in milliseconds. */
  readonly timeout: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined if no endpoint is set or tracing is turned off. Throws `TypeError` if the endpoint is not a URL. */
export function otlpSettings(environment: Environment): OtlpSettings | undefined {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === "true" || exporter === "none") return undefined;
  const url = readEndpoint(environment);
  if (url === undefined) return undefined;
  const timeout = Number(ofTraces(environment, "TIMEOUT") ?? 10_000);
  return {
    url,
    headers: pairs(ofTraces(environment, "HEADERS")),
    resource: {
      "service.name": "copydesk",
      ...pairs(environment.OTEL_RESOURCE_ATTRIBUTES),
      ...(environment.OTEL_SERVICE_NAME && { "service.name": environment.OTEL_SERVICE_NAME }),
    },
    timeout: Number.isInteger(timeout) && timeout > 0 && timeout <= 60_000 ? timeout : 10_000,
  };
}

/** The endpoint for traces is used as is; the one for all signals is a base URL. */
function readEndpoint({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base }: Environment) {
  const text = own || (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (!text) return undefined;
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: undefined };
  if (protocol === "http:" || protocol === "https:") return text;
  throw new TypeError(`OTEL_EXPORTER_OTLP_${own ? "TRACES_" : ""}ENDPOINT must be an http or https URL.`);
}

/** A variable for traces overrides the one for all signals. An empty one counts as not set. */
const ofTraces = (environment: Environment, name: string): string | undefined =>
  environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`] || undefined;

/** `a=1,b=2` with percent-encoding; malformed parts are skipped. */
function pairs(text: string | undefined): Record<string, string> {
  const read = (text ?? "").split(",").flatMap((part) => {
    const [, name, value] = /^\s*([\w.*'-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    return name === undefined || value === undefined ? [] : [[name, decoded(value)] as const];
  });
  return Object.fromEntries(read);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
