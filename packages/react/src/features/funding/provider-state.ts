/** How far a payment at a provider is. */
export interface ProviderState {
  at: 'waiting' | 'processing' | 'success' | 'failure'
  /** The transaction that paid out, where the provider tells it. */
  hash?: string
}
