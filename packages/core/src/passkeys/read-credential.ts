import { fromBase64Url, toBase64Url } from '../bytes.js'
import { ClientError } from '../errors.js'

/*
 * Password managers put their own objects in place of the browser's: of another class or another window, with methods that
 * throw, and with bytes in any form. The bytes are what counts, and the server checks them.
 */

/** The parts of a credential that are sent, as base64url; `response` is read by {@link bytesIn}. */
export interface ReadCredential {
  head: {
    id: string
    raw_id: string
    type: 'public-key'
    client_extension_results: Record<string, never>
    authenticator_attachment?: string
  }
  response: object
}

/** Reads a credential. @throws ClientError `unknown_auth_error` when it is none. */
export function readCredential(credential: unknown): ReadCredential {
  const response = property(credential, 'response')
  if (typeof response !== 'object' || response === null) throw unexpected()
  const id = property(credential, 'id')
  const rawId = property(credential, 'rawId') ?? id
  const attachment = property(credential, 'authenticatorAttachment')
  return {
    head: {
      id: typeof id === 'string' && id !== '' ? id : encode(rawId),
      raw_id: encode(rawId),
      type: 'public-key',
      client_extension_results: {},
      ...(typeof attachment === 'string' && attachment !== ''
        ? { authenticator_attachment: attachment }
        : {}),
    },
    response,
  }
}

/** The bytes under `name`, as base64url. @throws ClientError `unknown_auth_error` when there are none. */
export function bytesIn(response: object, name: string): string {
  return encode(property(response, name))
}

/** The bytes under `name`, as base64url; null when there are none or they are empty. */
export function optionalBytesIn(response: object, name: string): string | null {
  const value = property(response, name) ?? null
  return value === null ? null : encode(value) || null
}

/** How the credential can be reached, as far as the object says it: it is a hint for later questions. */
export function transportsOf(response: object): string[] {
  try {
    const method = property(response, 'getTransports')
    const list: unknown = typeof method === 'function' ? method.call(response) : []
    const names = Array.isArray(list) ? list : []
    return names.filter((each): each is string => typeof each === 'string')
  } catch {
    // A method that throws says nothing.
    return []
  }
}

function property(from: unknown, name: string): unknown {
  // Any object has unknown properties.
  return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : null
}

function encode(value: unknown): string {
  const bytes = toBytes(value)
  if (bytes === null) throw unexpected()
  return toBase64Url(bytes)
}

function toBytes(value: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  }
  // Of another window too, whose ArrayBuffer is another class.
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]') {
    return new Uint8Array(value as ArrayBuffer) // just checked
  }
  if (typeof value !== 'string') return null
  try {
    return fromBase64Url(value)
  } catch {
    // Not base64url.
    return null
  }
}

function unexpected(): ClientError {
  return new ClientError('unknown_auth_error')
}
