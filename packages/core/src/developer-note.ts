/** What is known about a start that failed. */
export interface FailedStart {
  /** The code in the client's state. */
  reason: string
  appId: string
  apiUrl: string
  /** Origin of the page; null outside of a browser. */
  origin: string | null
}

const notes: Readonly<Record<string, (start: FailedStart) => string>> = {
  missing_or_invalid_privy_app_id: ({ apiUrl, appId }) =>
    `${apiUrl} has no app ${appId}. Copy the app id from the dashboard (npm start) or from the output of provision-app.`,
  missing_or_invalid_privy_client_id: ({ appId }) =>
    `App ${appId} has no client of this id. Check clientId, or leave it out.`,
  invalid_origin: ({ origin, appId }) =>
    `${origin} is not an allowed domain of app ${appId}. Add it to the app's allowed domains.`,
  missing_origin: ({ appId }) =>
    `App ${appId} accepts calls from the pages of its allowed domains only, and this call names no page.`,
  offline: ({ apiUrl }) => `${apiUrl} does not answer. Is the server running, and is apiUrl right?`,
  client_request_timeout: ({ apiUrl }) =>
    `${apiUrl} did not answer in time. Is the server running, and is apiUrl right?`,
  frame_unavailable: ({ apiUrl, appId }) =>
    `The wallet frame ${apiUrl}/apps/${appId}/embedded-wallets could not be loaded. Users can log in, but not use wallets.`,
}

/** One line for the developer's console: what is wrong and how to fix it. Users never see it. */
export function noteFor(start: FailedStart): string {
  const note =
    notes[start.reason]?.(start) ?? `The server refused to start the client: ${start.reason}.`
  return `[Sallyport] ${note}`
}
