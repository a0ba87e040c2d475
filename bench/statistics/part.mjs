/** The hostile cases that need numbers: a million signatures, a million splits, and how long comparisons take. */
import { versionOf } from '../lib/machine.mjs'
import { bars } from '../lib/table.mjs'
import { measureSignatures } from './signatures.mjs'
import { measureSplits } from './splits.mjs'
import { measureTimings } from './timings.mjs'

/** `STATISTICS_SIZE` makes all numbers smaller: 0.01 is a hundredth of each. */
const size = Number(process.env.STATISTICS_SIZE ?? 1)
const times = (number) => Math.max(1_000, Math.round(number * size))

/** Times first, while nothing else runs; then one thread for each core. Bars are said as they come: it takes long. */
export async function run({ root, say }) {
  const timings = measureTimings({ count: times(100_000), say })
  const list = sayBars(timings.bars, say)
  list.push(...sayBars(await measureSplits({ count: times(1_000_000), say }), say))
  for (const how of [
    { chain: 'Solana', count: times(100_000), every: 10 },
    { chain: 'Ethereum', count: times(1_000_000), every: 100 },
  ]) {
    list.push(...sayBars(await measureSignatures({ ...how, say }), say))
  }
  return {
    versions: { '@noble/curves': versionOf(`${root}/node_modules/@noble/curves`) },
    text: timings.text,
    bars: bars(list.toSorted((a, b) => a.case.localeCompare(b.case))),
    measured: { bars: list, timings: timings.measured },
  }
}

function sayBars(list, say) {
  const named = list.map((bar) => ({ ...bar, name: `${bar.case} ${bar.name}` }))
  for (const { name, measured, wanted, holds } of named) {
    say(`${name}: ${measured}, wanted ${wanted}${holds ? '' : ': DOES NOT HOLD'}`)
  }
  return named
}
