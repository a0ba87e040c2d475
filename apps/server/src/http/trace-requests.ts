import { beginRequestSpan, isTracing, type RequestSpan } from '@sallyport/process/tracing'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Makes each request a span, named by its method and route pattern, in the trace of its `traceparent` header. */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  // With a callback, because what runs inside it is in the context of the span.
  server.addHook('onRequest', (request, _reply, done) => {
    const span = beginRequestSpan(request.method, request.headers)
    spans.set(request, span)
    span.run(done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const name = `${request.method} ${route}`
    spans.get(request)?.end({ name, route, status: reply.statusCode })
  })
}
