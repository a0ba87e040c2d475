/** CUS-19: shares of one secret are uniform bytes, whatever the secret, and so is the choice of their coordinates. */
import { short } from '../lib/stats.mjs'
import { countSigmas, furthest, uniformSigmas } from './distributions.mjs'
import { sayTenths, spread } from './spread.mjs'

const worker = new URL('./split-some.mjs', import.meta.url)
const most = 5

/** Splits one secret `count` times and gives the bars. */
export async function measureSplits({ count, say }) {
  say(`splitting one secret ${short(count)} times`)
  const onDone = sayTenths({ say, name: 'splits', count })
  const results = await spread(worker, { count, data: {}, onDone })
  const [bytes, coordinates] = ['bytes', 'coordinates'].map((name) =>
    results[0][name].map((_, at) => addUp(results.map((result) => result[name][at]))),
  )
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  const drawn = bytes.length / coordinates.length
  const zeros = { tries: count * drawn, probability: 1 / 256 }
  return [
    within(`share bytes, furthest of ${bytes.length} places`, furthest(bytes.map(uniformSigmas))),
    within('coefficients that are zero, against 1 in 256', countSigmas(sum('zeros'), zeros)),
    none('splits whose coefficients are all zero', sum('constant')),
    within(
      `coordinates 1–255, furthest of ${coordinates.length} shares`,
      furthest(coordinates.map((counts) => uniformSigmas(counts.subarray(1)))),
    ),
    none('shares at coordinate 0', addUp(coordinates)[0]),
    none('splits with one coordinate twice', sum('alike')),
  ].map((bar) => ({ case: 'CUS-19', ...bar, name: `${short(count)} splits: ${bar.name}` }))
}

function addUp(counts) {
  return counts[0].map((_, value) => counts.reduce((sum, one) => sum + one[value], 0))
}

function within(name, sigmas) {
  const measured = `${sigmas.toFixed(2)} σ`
  return { name, measured, wanted: `within ${most} σ`, holds: Math.abs(sigmas) <= most }
}

function none(name, measured) {
  return { name, measured, wanted: '0', holds: measured === 0 }
}
