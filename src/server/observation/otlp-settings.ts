/** Where traces go, from the variables that OpenTelemetry's own libraries read. */
export interface OtlpSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the process in every trace. */
  readonly resource: Readonly<Record<string, string>>;
  /** Milliseconds that one delivery may take. */
  readonly timeout: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where no endpoint is set or tracing is switched off. Throws `TypeError` for an endpoint that is no URL. */
export function otlpSettings(environment: Environment): OtlpSettings | undefined {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === "true" || exporter === "none") return undefined;
  const url = endpointOf(environment);
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

/** The endpoint for traces is used as it stands; the one for all signals is a base. */
function endpointOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base }: Environment) {
  const text = own || (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (!text) return undefined;
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: undefined };
  if (protocol === "http:" || protocol === "https:") return text;
  throw new TypeError(`OTEL_EXPORTER_OTLP_${own ? "TRACES_" : ""}ENDPOINT must be an http or https URL.`);
}

/** A variable for traces wins over the one for all signals. An empty one counts as not set. */
const ofTraces = (environment: Environment, name: string): string | undefined =>
  environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`] || undefined;

/** `a=1,b=2` with percent-encoding; parts that are not of that form are passed over. */
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
