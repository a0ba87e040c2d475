import type { IncomingMessage, ServerResponse } from 'node:http'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'

const maxBodyBytes = 20_000

/** A request to a double, read. */
export interface DoubleCall {
  url: URL
  /** The JSON body, or the fields of a form; empty without one. */
  body: Record<string, unknown>
  request: IncomingMessage
  json(status: number, content: unknown): void
  html(page: string): void
}

/** Reads a request; undefined when it was answered: another host's name, or another origin's page. */
export async function readCall(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<DoubleCall | undefined> {
  const { origin, host } = request.headers
  // A page may not call from another origin: it could make the user's other tabs log in.
  if (!isOwnHost(request) || (origin !== undefined && origin !== `http://${host}`)) {
    response.writeHead(403).end()
    return undefined
  }
  const text = await readText(request, maxBodyBytes).catch(() => '')
  const head = { 'cache-control': 'no-store' }
  return {
    url: new URL(request.url ?? '/', 'http://localhost'),
    body: parse(text),
    request,
    json: (status, content) =>
      void response
        .writeHead(status, { ...head, 'content-type': 'application/json' })
        .end(JSON.stringify(content)),
    html: (page) =>
      void response
        .writeHead(200, { ...head, 'content-type': 'text/html; charset=utf-8' })
        .end(page),
  }
}

/** A field that is text. */
export function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    // A JSON object has string keys.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}
