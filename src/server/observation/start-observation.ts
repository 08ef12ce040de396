import type { Observation, ObservationOptions } from "./observation.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An observation that exports traces if the environment names an endpoint. It loads with the first recorded request,
 * so that no host waits for it.
 */
export function startObservation(options: Omit<ObservationOptions, "exporter">, environment: Environment): Observation {
  let loading: Promise<Observation> | undefined;
  const load = (): Promise<Observation> => {
    loading ??= make(options, environment);
    return loading;
  };
  return {
    observe: async (...observed) => (await load()).observe(...observed),
    metrics: async () => (await load()).metrics(),
    close: async () => (await loading)?.close(),
  };
}

async function make(options: Omit<ObservationOptions, "exporter">, environment: Environment): Promise<Observation> {
  const { version, log } = options;
  const [{ createObservation }, { otlpSettings }] = await Promise.all([
    import("./observation.ts"),
    import("./otlp-settings.ts"),
  ]);
  try {
    const settings = otlpSettings(environment);
    if (settings === undefined) return createObservation(options);
    const { createOtlpExporter } = await import("./otlp-exporter.ts");
    return createObservation({ ...options, exporter: createOtlpExporter(settings, version, log) });
  } catch (error) {
    // A wrong endpoint is no reason to reject a host.
    log("error", `traces: ${error instanceof Error ? error.message : error}`);
    return createObservation(options);
  }
}
