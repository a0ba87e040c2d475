export {
  beginRequestSpan,
  inSpan,
  isTracing,
  type RequestSpan,
  type SpanFacts,
  traceHeaders,
} from './spans.js'
export { startTracing, tracingSettings } from './start-tracing.js'
