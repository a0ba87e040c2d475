import * as z from 'zod/mini'

const caip2Text = "Chain ID must be a valid CAIP-2 chain ID, e.g. 'eip155:1'"
const caip2Form = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const eip155Text = 'Chain ID must be an eip155 chain ID'

/** A chain of any kind: namespace, colon, reference (specification §5, CAIP-2). */
export const caip2 = z.string(caip2Text).check(z.regex(caip2Form, caip2Text))

/** Kinds of networks that wallets send to, with the form of their CAIP-2 ids and how they are described. */
const networkKinds = {
  ethereum: { form: /^eip155:[1-9]\d{0,19}$/, example: "an Ethereum network, e.g. 'eip155:1'" },
  solana: { form: /^solana:/, example: "a Solana network, e.g. 'solana:mainnet'" },
  bitcoin: { form: /^bip122:/, example: 'a Bitcoin network, bip122: and 32 hex digits' },
} as const

/** A network that wallets of a kind of chain send to, by its CAIP-2 id. */
export function networkOf(kind: keyof typeof networkKinds) {
  const { form, example } = networkKinds[kind]
  return z
    .string()
    .check(
      z.regex(caip2Form, { error: caip2Text, abort: true }),
      z.regex(form, `Must be the CAIP-2 id of ${example}`),
    )
}

/** An Ethereum chain: `eip155:` and its number, at most 32 digits (specification §5). */
export const eip155ChainId = z.string(eip155Text).check(z.regex(/^eip155:\d{1,32}$/, eip155Text))
