/** Whether the browser keeps cookies of this frame below this page; some refuse them, or those that are partitioned. */
export function keepsCookies(document: Pick<Document, 'cookie'>): boolean {
  const name = '__Host-sallyport-probe'
  const attributes = 'Path=/; Secure; SameSite=None; Partitioned'
  try {
    document.cookie = `${name}=1; ${attributes}`
    const isKept = document.cookie.includes(`${name}=1`)
    document.cookie = `${name}=; Max-Age=0; ${attributes}`
    return isKept
  } catch {
    return false // A sandboxed page has no cookies.
  }
}
