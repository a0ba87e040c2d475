import * as z from 'zod/mini'
import { uuid, walletIndex } from '../primitives.js'

/** An integer of 0 or more in decimal digits, in its one spelling. */
const decimal = z.string().check(z.maxLength(78), z.regex(/^(0|[1-9][0-9]*)$/))
const address = z.string().check(z.minLength(1), z.maxLength(64))

/** A Solana address: of an account that is sent to, or of a mint. */
const base58 = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const ethereumAddress = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
const fewTokens = z.maxLength(10)

/** What an app's server may do with a delegated wallet. */
export const delegationPolicy = z.strictObject({
  version: z.literal(1),
  /** Whether messages may be signed. They can be logins and offers: no limit below applies to them. */
  messages: z.boolean(),
  /** Whether typed data may be signed. It can be a permit to take tokens: no limit below applies to it. */
  typedData: z.boolean(),
  /** Null: no transaction. */
  transactions: z.nullable(
    z.strictObject({
      /** Ethereum chain ids, decimal. */
      chainIds: z.array(decimal).check(z.minLength(1), z.maxLength(20)),
      /** Lower-case addresses that may be sent to; null for every address. */
      recipients: z.nullable(z.array(ethereumAddress).check(z.minLength(1), z.maxLength(50))),
      /** Wei in any 24 hours on all chains together, with the highest fee that each transaction allows. */
      mostWeiPerDay: decimal,
      /** The network's coin pays fees only: nothing of it is sent. */
      onlyFees: z.optional(z.literal(true)),
      /** Tokens (ERC-20) that may be sent to the same recipients, each with the most of its smallest unit in any 24 hours. */
      tokens: z.optional(
        z
          .array(
            z.strictObject({
              chainId: decimal,
              contract: ethereumAddress,
              mostPerDay: decimal,
              /** Payments that the recipient sends (EIP-3009) may be signed, too, within the same limit. */
              authorizations: z.optional(z.literal(true)),
            }),
          )
          .check(fewTokens),
      ),
    }),
  ),
  /** Transactions of Solana wallets, on whichever cluster: their bytes name none. Absent or null: none. */
  solana: z.optional(
    z.nullable(
      z.strictObject({
        /** Accounts that may be sent to, of tokens their token accounts; null for every account. */
        recipients: z.nullable(z.array(base58).check(z.minLength(1), z.maxLength(50))),
        /** Lamports in any 24 hours, with the highest fee that each transaction allows. */
        mostLamportsPerDay: decimal,
        /** Tokens of the SPL token program, each with the most of its smallest unit in any 24 hours. */
        tokens: z.optional(
          z.array(z.strictObject({ mint: base58, mostPerDay: decimal })).check(fewTokens),
        ),
      }),
    ),
  ),
})

/** What a program calls itself: one line that can't be mistaken for text of the page around it. */
export const programName = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u))

/** A user's consent, as the wallet frame shows it and the signer keeps it. Every member is bound to the sealed share. */
export const delegationConsent = z.strictObject({
  version: z.literal(1),
  /** Drawn by the signer: one consent, used once. */
  consentId: uuid,
  appId: z.string().check(z.minLength(1), z.maxLength(80)),
  userId: z.string().check(z.minLength(1), z.maxLength(80)),
  walletId: uuid,
  chainType: z.enum(['ethereum', 'solana']),
  walletIndex,
  address,
  /** The app's authorization keys, P-256 SPKI in base64: only requests that they signed are carried out. */
  authorizationKeys: z
    .array(z.string().check(z.maxLength(200)))
    .check(z.minLength(1), z.maxLength(5)),
  /** How many of these keys must sign. */
  threshold: z.literal([1, 2, 3, 4, 5]),
  policy: delegationPolicy,
  /** A program of the user's own that holds the one key, in place of the app's back end (docs/features/agents.md). */
  program: z.optional(
    z.strictObject({
      /** As the program calls itself. */
      name: programName,
      /** Unix milliseconds: nothing is signed from then on. */
      endsAtMs: z.int().check(z.positive()),
    }),
  ),
})
export type DelegationConsent = z.output<typeof delegationConsent>

/** HPKE `info` of the signer's half of a delegated key; the AAD is `delegationContext(…)`. */
export const delegationSealInfo = 'sallyport/delegated-share/v1'

/** The consent as the bytes that both halves and the sealed message are bound to: any other consent opens nothing. */
export function delegationContext(consent: DelegationConsent): string {
  const { policy, program, ...named } = consent
  const { transactions, solana } = policy
  const tokensWithAuthorizations = (transactions?.tokens ?? []).flatMap((each, index) =>
    each.authorizations ? [index] : [],
  )
  const limits = [
    transactions?.tokens?.map((each) => [each.chainId, each.contract, each.mostPerDay]) ?? null,
    solana
      ? [
          solana.recipients,
          solana.mostLamportsPerDay,
          solana.tokens?.map((each) => [each.mint, each.mostPerDay]) ?? null,
        ]
      : null,
  ]
  return JSON.stringify([
    'sallyport delegation v1',
    named.consentId,
    named.appId,
    named.userId,
    named.walletId,
    named.chainType,
    named.walletIndex,
    named.address,
    named.authorizationKeys,
    named.threshold,
    policy.version,
    policy.messages,
    policy.typedData,
    transactions && [transactions.chainIds, transactions.recipients, transactions.mostWeiPerDay],
    // Consents of before these limits have the same bytes as before.
    ...(limits.some((each) => each !== null) ? limits : []),
    ...(transactions?.onlyFees ? [['only fees']] : []),
    ...(tokensWithAuthorizations.length > 0
      ? [['authorizations', ...tokensWithAuthorizations]]
      : []),
    ...(program ? [['program', program.name, program.endsAtMs]] : []),
  ])
}
