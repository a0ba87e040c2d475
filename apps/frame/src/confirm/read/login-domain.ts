/** `wants you to sign in` of EIP-4361 and its Solana form: the first line names the site. */
const firstLine =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/?#@]+) wants you to sign in with your (?:Ethereum|Solana) account:$/i

/** The host (and port) a login message is for; null when the text is no login message. */
export function loginDomainOf(text: string): string | null {
  return firstLine.exec(text.split('\n', 1)[0] ?? '')?.[1]?.toLowerCase() ?? null
}

/** Whether a login for `domain` may be asked for by a page of `origin`: the very host, port included. */
export function isLoginOf(domain: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === domain
}
