/** Base class of this package's errors. `ApiError` of the contract is the server's answer. */
export class KitError extends Error {
  override readonly name: string = 'KitError'
}

/** The options of an error with this cause. */
export function causeOf(options: { cause?: unknown }): ErrorOptions | undefined {
  return options.cause === undefined ? undefined : { cause: options.cause }
}
