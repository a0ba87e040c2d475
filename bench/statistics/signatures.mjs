/** CUS-18: every message has its own r (R), the same message the same signature, and OpenSSL takes both. */
import { randomBytes } from 'node:crypto'
import { short } from '../lib/stats.mjs'
import { countRepeats } from './distributions.mjs'
import { sayTenths, spread } from './spread.mjs'

const nonces = { Ethereum: 'r', Solana: 'R' }
const worker = new URL('./sign-some.mjs', import.meta.url)

/**
 * Signs `count` messages with one fresh key of the chain.
 *
 * @param options.every  one in so many is signed a second time and verified by OpenSSL.
 * @returns the bars.
 */
export async function measureSignatures({ chain, count, every, say }) {
  say(`signing ${short(count)} messages: ${chain}`)
  const onDone = sayTenths({ say, name: chain, count })
  const data = { chain, privateKey: randomBytes(32), every }
  const results = await spread(worker, { count, data, onDone })
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  const starts = new BigUint64Array(count)
  let at = 0
  for (const result of results) {
    starts.set(result.starts, at)
    at += result.starts.length
  }
  const of = (number) => `${chain}, ${short(number)} messages`
  const again = sum('again')
  return [
    none(`${of(count)}: signatures that do not verify`, sum('unverified')),
    none(`${of(count)}: ${nonces[chain]} used before`, countRepeats(starts)),
    none(`${of(again)} signed again: other signatures`, sum('changed')),
    none(`${of(again)}: signatures OpenSSL refuses`, sum('refused')),
  ].map((bar) => ({ case: 'CUS-18', ...bar }))
}

function none(name, measured) {
  return { name, measured, wanted: '0', holds: measured === 0 }
}
