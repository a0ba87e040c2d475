/*
 * The parts of the web platform that verification uses. Every runtime of back ends has them, and the libraries of types that
 * describe them differ between runtimes.
 */

/** A key of Web Crypto; only Web Crypto looks into it. */
export type Key = object

interface Subtle {
  importKey(
    format: 'raw' | 'jwk',
    key: Uint8Array | object,
    algorithm: object | string,
    extractable: boolean,
    uses: readonly string[],
  ): Promise<Key>
  verify(algorithm: string, key: Key, signature: Uint8Array, data: Uint8Array): Promise<boolean>
}

interface Platform {
  crypto: { subtle: Subtle }
  TextEncoder: new () => { encode(text: string): Uint8Array }
  TextDecoder: new (
    label: string,
    options: { fatal: boolean },
  ) => { decode(bytes: Uint8Array): string }
  atob(text: string): string
}

// Node 20, Deno, Bun, Workers and edge runtimes have all of it.
export const platform = globalThis as unknown as Platform

/** Headers as `fetch` has them. */
export interface WebHeaders {
  get(name: string): string | null
}

/** A request as `fetch` has it. */
export interface WebRequest {
  headers: WebHeaders
  bodyUsed: boolean
  arrayBuffer(): Promise<ArrayBuffer>
}
