/** The recipient does not take messages of this channel: trying again does not help. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}
