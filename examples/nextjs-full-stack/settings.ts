/** Public settings, the same for server and browser. */
export const appId = process.env.NEXT_PUBLIC_SALLYPORT_APP_ID as string
export const apiUrl = process.env.NEXT_PUBLIC_SALLYPORT_URL as string
