/*
 * The flow cookie recognises the browser that requested a one-time code. It is HttpOnly and on the auth origin, so the
 * app's page never sees it. `Partitioned` keeps it per top-level site, and lets cross-site pages keep it at all.
 * A client that keeps no cookies works without: its codes are then matched by its network (T-08, T-25).
 */
const name = '__Host-sallyport-flow'

/** As long as a code. */
const maxAgeSeconds = 600

/** The flow nonce of a Cookie header; undefined when there is none or it is not one of ours. */
export function readFlowCookie(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The Set-Cookie value that makes the browser keep `flow`. */
export function flowCookie(flow: string): string {
  return `${name}=${flow}; Max-Age=${maxAgeSeconds}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`
}
