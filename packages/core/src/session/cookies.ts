/** Writes a first-party cookie the app's back end may read; does nothing outside a page (wire reference §6.3). */
export function writeCookie(name: string, value: string, expires: Date, domain = ''): void {
  if (typeof document === 'undefined') return
  // Plain http is only ever localhost, where Safari refuses Secure cookies.
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and asynchronous
  document.cookie = `${name}=${value}; Path=/; Expires=${expires.toUTCString()}; SameSite=Strict${secure}${domain}`
}

/** Deletes what `writeCookie` wrote. */
export function dropCookie(name: string): void {
  writeCookie(name, '', new Date(0))
}
