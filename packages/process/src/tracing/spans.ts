import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** What a span says beside its name and times. Values come from closed lists or are patterns: never a path, body or header. */
export interface SpanFacts {
  /** Who waits for whom; `client` for a call to another program. */
  kind: 'server' | 'client'
  attributes?: Readonly<Record<string, string | number>>
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

const tracer = () => trace.getTracer('sallyport')

let isOn = false

/** Says that an exporter is registered. Without one no span is made, so that tracing that is off costs nothing. */
export function switchTracingOn(): void {
  isOn = true
}

/** Whether spans are exported. */
export function isTracing(): boolean {
  return isOn
}

/** Does `work` in a span, which fails when `work` does. The error's text is left out: it could hold a secret. */
export async function inSpan<T>(
  name: string,
  { kind, attributes = {} }: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  if (!isOn) return work()
  const options = { kind: kinds[kind], attributes }
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      endAsFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

function endAsFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** The span of a request that is being answered. */
export interface RequestSpan {
  /** Runs `next`, so that every span made by it and after it belongs to the request. */
  run(next: () => void): void
  /** Ends the span; a status of 500 and more is a failure. */
  end(facts: { name: string; route: string; status: number }): void
}

const noSpan: RequestSpan = { run: (next) => next(), end: () => undefined }

/** Begins the span of a request, in the trace that its `traceparent` header names (W3C Trace Context) or a new one. */
export function beginRequestSpan(
  method: string,
  headers: Readonly<Record<string, unknown>>,
): RequestSpan {
  if (!isOn) return noSpan
  const parent: Context = propagation.extract(context.active(), headers)
  const attributes = { 'http.request.method': method }
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  return {
    run: (next) => context.with(trace.setSpan(parent, span), next),
    end: ({ name, route, status }) => {
      span.updateName(name)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The headers that pass the current trace on to another program of Sallyport; none while tracing is off. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), carrier)
  return carrier
}
