/** The version of this package, as the server logs it. */
export const version = '0.1.0'
