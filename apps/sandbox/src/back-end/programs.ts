import type { SallyportClient } from '@sallyport/node'
import type { LimitedWallet, SpendingLimit } from './limited-wallet.js'
import { inEther, pay } from './spend.js'

/** What a program of the demo's back end runs with. */
export interface ProgramInput {
  client: SallyportClient
  wallet: LimitedWallet
  limit: SpendingLimit
  /** Of this run: it makes the references of payments its own. */
  run: string
  say: (line: string) => void
}

const milliether = 10n ** 15n

/** The limits of the two programs, a day each. */
export const limits = {
  payouts: { name: 'Payouts', mostWeiPerDay: 50n * milliether },
  agent: { name: 'Agent', mostWeiPerDay: 10n * milliether },
} as const

/** Whom the payout job pays, and how much. */
const payees = [
  {
    name: 'Ada',
    address: '0x00000000000000000000000000000000000a0a0a',
    valueWei: 12n * milliether,
  },
  {
    name: 'Grace',
    address: '0x000000000000000000000000000000000009ace0',
    valueWei: 8n * milliether,
  },
  {
    name: 'Edsger',
    address: '0x0000000000000000000000000000000000ed5de4',
    valueWei: 5n * milliether,
  },
] as const

/** Pays everyone on a list from a wallet with a daily limit, and says what was left unpaid and why. */
export async function runPayoutJob({ client, wallet, limit, run, say }: ProgramInput) {
  say(`Payouts from ${wallet.address}, at most ${inEther(limit.mostWeiPerDay)} ether a day`)
  for (const { name, address, valueWei } of payees) {
    const payment = { to: address, valueWei, reference: `payout-${run}-${name}` }
    const paid = await pay(client, wallet, { chainId: limit.chainId, payment })
    const what = `${inEther(valueWei)} ether to ${name}`
    say('hash' in paid ? `  paid ${what}: ${paid.hash}` : `  not paid ${what}: ${paid.refused}`)
  }
}

const shop = '0x0000000000000000000000000000000000005409'

/** Buys until its limit stops it: an agent that tries to exceed what it was given. */
export async function runAgent({ client, wallet, limit, run, say }: ProgramInput) {
  say(`Agent with ${wallet.address}, at most ${inEther(limit.mostWeiPerDay)} ether a day`)
  const valueWei = 4n * milliether
  for (let item = 1; item <= 4; item += 1) {
    const payment = { to: shop, valueWei, reference: `agent-${run}-${item}` }
    const paid = await pay(client, wallet, { chainId: limit.chainId, payment })
    const what = `item ${item} for ${inEther(valueWei)} ether`
    if ('hash' in paid) say(`  bought ${what}: ${paid.hash}`)
    else {
      say(`  could not buy ${what}: ${paid.refused}`)
      say(
        '  The agent stops: the limit is kept by the signer, so that asking again changes nothing',
      )
      return
    }
  }
}
