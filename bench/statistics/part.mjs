/** The hostile cases that need numbers: a million signatures, a million splits, and how long comparisons take. */
import { versionOf } from '../lib/machine.mjs'
import { bars } from '../lib/table.mjs'
import { measureSignatures } from './signatures.mjs'
import { measureSplits } from './splits.mjs'
import { measureTimings } from './timings.mjs'

/** `STATISTICS_SIZE` makes all numbers smaller: 0.01 is a hundredth of each. */
const size = Number(process.env.STATISTICS_SIZE ?? 1)
const times = (number) => Math.max(1_000, Math.round(number * size))

/** Times first, while nothing else runs; then one thread for each core. */
export async function run({ root, say }) {
  const timings = measureTimings({ count: times(100_000), say })
  const splits = await measureSplits({ count: times(1_000_000), say })
  const signatures = [
    ...(await measureSignatures({ chain: 'Ethereum', count: times(1_000_000), every: 100, say })),
    ...(await measureSignatures({ chain: 'Solana', count: times(100_000), every: 10, say })),
  ]
  const list = [...signatures, ...splits, ...timings.bars]
  return {
    versions: { '@noble/curves': versionOf(`${root}/node_modules/@noble/curves`) },
    text: timings.text,
    bars: bars(list.map((bar) => ({ ...bar, name: `${bar.case} ${bar.name}` }))),
    measured: list,
  }
}
