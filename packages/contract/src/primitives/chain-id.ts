import * as z from 'zod/mini'

const caip2Text = "Chain ID must be a valid CAIP-2 chain ID, e.g. 'eip155:1'"
const eip155Text = 'Chain ID must be an eip155 chain ID'

/** A chain of any kind: namespace, colon, reference (specification §5, CAIP-2). */
export const caip2 = z
  .string(caip2Text)
  .check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, caip2Text))

/** An Ethereum chain: `eip155:` and its number, at most 32 digits (specification §5). */
export const eip155ChainId = z.string(eip155Text).check(z.regex(/^eip155:\d{1,32}$/, eip155Text))
