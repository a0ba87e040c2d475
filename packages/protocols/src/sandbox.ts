import * as z from 'zod/mini'

/** `.sallyport/dev.json`: where everything that `npm start` runs can be reached. */
export const devFile = z.object({
  authUrl: z.string(),
  dashboardUrl: z.string(),
  demoUrl: z.string(),
  /** Another app, whose users bring the wallets of the demo along. */
  secondDemoUrl: z.string(),
  inboxUrl: z.string(),
  clockUrl: z.string(),
  evmRpcUrl: z.string(),
  solanaRpcUrl: z.string(),
  /** Esplora's API of the Bitcoin chain. */
  esploraUrl: z.string(),
  /** Of smart wallets: the methods of ERC-4337 and of ERC-7677. */
  bundlerUrl: z.string(),
  paymasterUrl: z.string(),
  oauthUrl: z.string(),
  captchaUrl: z.string(),
  telegramUrl: z.string(),
  farcasterUrl: z.string(),
  /** Relay of WalletConnect, `ws://`. */
  relayUrl: z.string(),
  appId: z.string(),
  appSecret: z.string(),
  secondAppId: z.string(),
  secondAppSecret: z.string(),
  databaseUrl: z.string(),
})
export type DevFile = z.output<typeof devFile>

/** A message the sandbox caught instead of delivering. `GET {inboxUrl}/messages?to=…` answers a list, newest first. */
const inboxMessage = z.object({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  /** Who sent a mail, `Name <address>`: the API and the recovery vault have an address each. */
  from: z.optional(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.optional(z.string()),
  code: z.nullable(z.string()),
  /** ISO 8601. */
  at: z.string(),
})
export type InboxMessage = z.output<typeof inboxMessage>

/** Body of `POST {clockUrl}`; the answer is `clockState`. */
export const clockAdvance = z.object({ advanceMs: z.int().check(z.minimum(0)) })
export const clockState = z.object({ offsetMs: z.number(), now: z.string() })

/** What the launcher tells a child process over IPC; the child answers `{ type: 'clock-set', offsetMs }`. */
export interface ClockMessage {
  type: 'clock'
  offsetMs: number
}

/** How the sandbox's receiver of webhooks answers. */
export const receiverModes = ['ok', 'fail', 'slow', 'gone'] as const
export type ReceiverMode = (typeof receiverModes)[number]

/** A webhook that the sandbox's receiver got, newest first in its list. */
export interface ReceivedWebhook {
  id: string
  type: string
  /** ISO 8601, by the sandbox's clock. */
  at: string
  /** `verified`, or what `verifyWebhook` refused it for. */
  verdict: string
  /** The status that it was answered with. */
  status: number
  headers: Record<string, string>
  body: string
}

/** What the dashboard shows of webhooks. */
export interface WebhookState {
  mode: ReceiverMode
  enabled: boolean
  disabledReason: string | null
  received: ReceivedWebhook[]
  /** Those that wait for another attempt, or were given up. */
  waiting: {
    eventId: string
    type: string
    state: string
    attempts: number
    nextAt: string | null
  }[]
}
