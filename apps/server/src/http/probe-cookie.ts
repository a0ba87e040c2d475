/*
 * The probe cookie says that the browser keeps cookies of the auth origin below this site, and nothing else: its value is
 * the same for everyone. It comes with the app's config, before any login, so that a login knows whether the cookie of its
 * wallet grant will be kept (P1).
 */
const name = '__Host-sallyport-cookies'
const pair = `${name}=kept`

/** As long as a session that is not used. */
const maxAgeSeconds = 30 * 24 * 3600

/** Whether a Cookie header has it. */
export function hasProbeCookie(header: string | undefined): boolean {
  return (header ?? '').split(';').some((each) => each.trim() === pair)
}

/** The Set-Cookie value of it. */
export const probeCookie = `${pair}; Max-Age=${maxAgeSeconds}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`
