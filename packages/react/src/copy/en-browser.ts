/** English texts about what the browser, or a site around the page, keeps from the wallet: loaded where that is so. */
export const enBrowser = {
  browser: {
    notKept: (host: string) =>
      `Your browser blocks storage for ${host}, so you’ll be asked to log in again after you close this page. To stay logged in, allow cookies and site data for ${host}.`,
    /** For developers: shown on localhost only. */
    inside: 'Developers: another site shows this page. Is that site among the app’s',
  },
}

/** The texts about the browser that screens need besides `Copy`. */
export type BrowserCopy = typeof enBrowser
