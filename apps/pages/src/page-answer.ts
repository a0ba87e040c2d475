/** What is asked of the pages. */
export interface PageRequest {
  /** Path of the URL, without its query. */
  path: string
  /** Page that loads this one, as the browser says. */
  referer: string | undefined
  /** Build of the wallet that the embedding page wants, `build` in the query: see `releaseId`. */
  build?: string
  /** `If-None-Match`. */
  knownTag: string | undefined
  /** Address of the client: for the API's own pages an IP address, for the process of the pages `X-Forwarded-For`. */
  client: string
}

/** An answer, complete. */
export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}
