import { randomBytes } from 'node:crypto'

/** A channel between a page and the Farcaster app. */
export interface Channel {
  token: string
  nonce: string
  domain: string
  siweUri: string
  redirectUrl: string | undefined
  /** What the app answered; null until then. */
  answer: Record<string, unknown> | null
}

/** The open channels of the relay. */
export interface Channels {
  open(input: Pick<Channel, 'nonce' | 'domain' | 'siweUri' | 'redirectUrl'>): Channel
  find(token: string): Channel | undefined
  /** The relay forgets a channel once it has told of its answer. */
  close(token: string): void
}

const maxChannels = 500

/** Creates a relay without channels; it keeps the newest 500. */
export function createChannels(): Channels {
  const channels = new Map<string, Channel>()
  return {
    open: (input) => {
      const token = randomBytes(8).toString('hex').toUpperCase()
      const channel = { ...input, token, answer: null }
      channels.set(token, channel)
      const [oldest] = channels.size > maxChannels ? channels.keys() : []
      if (oldest !== undefined) channels.delete(oldest)
      return channel
    },
    find: (token) => channels.get(token),
    close: (token) => void channels.delete(token),
  }
}
