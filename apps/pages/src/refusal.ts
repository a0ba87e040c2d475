/** The API refuses a page, for example for an app that it does not know: its answer is passed on. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'

  constructor(
    readonly status: number,
    /** JSON. */
    readonly body: string,
  ) {
    super(`The API refused a page with ${status}`)
  }
}

/** The API or the vault does not answer, or not as agreed. */
export class PageUnavailable extends Error {
  override readonly name = 'PageUnavailable'
}
