/** CUS-20: the time of a comparison must not reveal how much of a guess is correct. */
import { median, short } from '../lib/stats.mjs'
import { table } from '../lib/table.mjs'
import { comparisons } from './comparisons.mjs'
import { trimSlowest, welch } from './distributions.mjs'
import { freshCopy } from './guesses.mjs'

/** Guesses prepared in advance, so that their generation isn't timed. */
const ahead = 500
const slowest = 0.05
const most = 5

/** Times `count` guesses of either kind at each comparison; bars, a table and the figures of it. */
export function measureTimings({ count, say }) {
  const rows = comparisons.map((comparison) => {
    say(`timing ${short(count)} guesses of either kind: ${comparison.name}`)
    timeBoth(comparison, Math.min(count, 10_000))
    const times = trimSlowest(timeBoth(comparison, count), slowest)
    return { comparison, medians: times.map(median), ...welch(times) }
  })
  const measured = rows.map(({ comparison: { name }, ...figures }) => ({ name, ...figures }))
  return { bars: rows.map(barOf), text: tableOf(rows), measured }
}

/** Nanoseconds of guesses that are wrong from the start, and of those wrong at the end; in random order. */
function timeBoth(comparison, count) {
  const times = [new Float64Array(count), new Float64Array(count)]
  const filled = [0, 0]
  while (filled[0] < count) {
    const each = Math.min(ahead / 2, count - filled[0])
    const kinds = shuffle(Array.from({ length: each * 2 }, (_, at) => at % 2))
    const guesses = kinds.map((kind) => comparison.draw(kind === 1)).map(freshCopy)
    for (const [at, nanoseconds] of timeAll(comparison, guesses).entries()) {
      const kind = kinds[at]
      times[kind][filled[kind]++] = nanoseconds
    }
  }
  return times
}

function timeAll({ name, compare }, guesses) {
  const took = new Float64Array(guesses.length)
  for (let at = 0; at < guesses.length; at++) {
    const startedAt = performance.now()
    const isRight = compare(guesses[at])
    took[at] = (performance.now() - startedAt) * 1e6
    if (isRight) throw new Error(`${name}: a wrong guess was taken`)
  }
  return took
}

function shuffle(list) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1))
    const kept = list[at]
    list[at] = list[other]
    list[other] = kept
  }
  return list
}

function barOf({ comparison: { name, isControl }, t }) {
  const isSeparable = Math.abs(t) > most
  return {
    case: 'CUS-20',
    name: isControl ? `control, ${name}: t` : `${name}: t`,
    measured: t.toFixed(2),
    wanted: isControl ? `beyond ${most}` : `within ${most}`,
    holds: isControl ? isSeparable : !isSeparable,
  }
}

function tableOf(rows) {
  return table(
    [
      'guesses at',
      'wrong at once ns',
      'wrong at the end ns',
      'means apart ns',
      `${most} σ ns`,
      't',
    ],
    rows.map(({ comparison, medians, difference, error, t }) => [
      comparison.name,
      ...medians.map(short),
      short(difference),
      short(most * error),
      t.toFixed(2),
    ]),
  )
}
