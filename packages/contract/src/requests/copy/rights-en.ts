/** English words for what a user's consent allows an app's server; the consent's page and the account sheet show the same. */
export const rightsWordsEn = {
  messages: 'Sign any message. A message can be a login or an offer.',
  typedData: 'Sign any structured data. It can allow others to take your tokens.',
  transactions: (amount: string, networks: string) =>
    `Send up to ${amount} in 24 hours, fees included, on ${networks}.`,
  fees: (amount: string, networks: string) =>
    `Pay network fees of up to ${amount} in 24 hours, on ${networks}.`,
  tokens: (units: string, token: string, network: string) =>
    `Send up to ${units} of the smallest units of the token ${token} in 24 hours, on ${network}.`,
  solana: (amount: string) => `Send up to ${amount} in 24 hours, fees included, on Solana.`,
  solanaNetwork: 'Solana',
  anyone: 'To any address.',
  recipients: 'Only to these addresses:',
  nothing: 'Nothing: the app has not said what for.',
  network: (id: string) => `network ${id}`,
}

/** The words of another language. */
export type RightsWords = typeof rightsWordsEn
