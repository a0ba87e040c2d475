/** A storage in which a user keeps the recovery secret of a wallet, and which this server's operator cannot read. */
export interface CloudStore {
  /**
   * Keeps a secret in a new file, never in the place of one that exists, and reads it back.
   *
   * @param input.accessToken  The user's, of the storage.
   * @returns What the file is found by.
   * @throws CloudError; the secret is then not stored, or not reliably.
   */
  store(input: { secret: Uint8Array; walletId: string; accessToken: string }): Promise<string>
  /**
   * The secret of a wallet. The caller wipes it.
   *
   * @throws CloudError
   */
  read(input: { locator: string; walletId: string; accessToken: string }): Promise<Uint8Array>
}

/** What the clients of the storages need from outside. */
export interface CloudOutside {
  fetch: typeof fetch
  webCrypto: Crypto
  /** In development: the simulator that is called in the place of every host. */
  simulator: string | undefined
}

/** The app's container in iCloud, as the server says. */
export interface ICloudContainer {
  container_identifier: string
  environment: string
  api_token: string
}

/** What reaching a user's storage takes. */
export interface Cloud {
  outside: CloudOutside
  /** Asks the server for the app's container in iCloud. */
  readContainer: () => Promise<ICloudContainer>
}
