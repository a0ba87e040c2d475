/** Keys of `config` that other kits have and that mean nothing here: they are accepted, so that a config can move as it is. */
export interface OtherKitsConfig {
  /** Does nothing: hooks work without the modal in any case. */
  headless?: boolean
  /** Does nothing: the app's setting decides, since the server demands the captcha. */
  captchaEnabled?: boolean
  /** Does nothing: the modal is drawn above the page. */
  _render?: { standalone?: boolean }
  /** The older form of `fundingMethodConfig.moonpay`. */
  fiatOnRamp?: { useSandbox?: boolean }
  /** Does nothing: `solanaClusters` has the URLs of the clusters. */
  solana?: { rpcs?: unknown }
}

/** Keys that do nothing, by their path. */
export const idleKeys = [
  'headless',
  'captchaEnabled',
  '_render',
  'solana.rpcs',
  'externalWallets.solana.connectors',
  'embeddedWallets.priceDisplay',
  'embeddedWallets.extendedCalldataDecoding',
  'embeddedWallets.disableAutomaticMigration',
] as const
