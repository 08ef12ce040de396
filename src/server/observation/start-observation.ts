import { createObservation, type Observation, type ObservationOptions } from "./observation.ts";
import type { SpanExporter } from "./otlp-exporter.ts";
import { otlpSettings } from "./otlp-settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** An observation that delivers traces where the environment names an endpoint. */
export function startObservation(options: Omit<ObservationOptions, "exporter">, environment: Environment): Observation {
  return createObservation({ ...options, exporter: exporterOf(options, environment) });
}

/** Loads with the first span. */
function exporterOf({ version, log }: ObservationOptions, environment: Environment): SpanExporter | undefined {
  let settings: ReturnType<typeof otlpSettings>;
  try {
    settings = otlpSettings(environment);
  } catch (error) {
    // A wrong endpoint is no reason to turn a host away.
    log("error", `traces: ${error instanceof Error ? error.message : error}`);
  }
  if (settings === undefined) return undefined;
  const given = settings;
  let made: Promise<SpanExporter> | undefined;
  const load = async () => (await import("./otlp-exporter.ts")).createOtlpExporter(given, version, log);
  return {
    add(spans) {
      made ??= load();
      void made.then((exporter) => exporter.add(spans));
    },
    close: async () => (await made)?.close(),
  };
}
