import { optionalText } from '../setting-kinds.js'
import { ConfigError, type Env, readSettings, type Settings } from '../settings.js'
import { switchTracingOn } from './spans.js'

/** The settings of tracing, for the records of the programs that have it. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText({
    meaning:
      'URL of an OpenTelemetry collector (OTLP over HTTP) that gets traces, for example `http://127.0.0.1:4318` ([tracing.md](tracing.md)). Without it none are made',
  }),
} as const satisfies Settings

/** What the exporter needs; `npm start` and a plain installation leave it out. docs/operate/tracing.md names the same. */
const install =
  'npm install --no-save @opentelemetry/sdk-trace-node@2.12.1 @opentelemetry/exporter-trace-otlp-http@0.223.1'

/**
 * Sends the spans of this process to an OpenTelemetry collector (OTLP over HTTP, JSON). The SDK reads its other settings from the
 * `OTEL_…` variables, as `OTEL_TRACES_SAMPLER`.
 *
 * @param program  `service.name` of the traces.
 * @returns what sends the spans that are left, for the end of the process.
 * @throws ConfigError when the packages of the exporter are not installed.
 */
export async function startTracing(env: Env, program: string): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = readSettings(tracingSettings, env).values
  if (endpoint === undefined) return async () => undefined
  const { sdk, exporter, resources } = await loadExporter()
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': program }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  })
  provider.register()
  switchTracingOn()
  // A collector that is away must not keep the program from ending.
  return () => provider.shutdown().catch(() => undefined)
}

async function loadExporter() {
  try {
    const [sdk, exporter, resources] = await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
    return { sdk, exporter, resources }
  } catch (cause) {
    const problem = `OTEL_EXPORTER_OTLP_ENDPOINT is set, but what exports traces is not installed: run ${install}`
    throw new ConfigError([problem], { cause })
  }
}
