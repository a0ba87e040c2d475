/** Reads `login=1,sign=4`. @returns `undefined` when a name or number is wrong. */
export function readMix(text, usual) {
  if (text === undefined) return usual
  const pairs = text.split(',').map((pair) => pair.split('='))
  const isRight = pairs.every(
    ([name, count]) => Object.hasOwn(usual, name) && /^[1-9]\d{0,3}$/.test(count ?? ''),
  )
  return isRight
    ? Object.fromEntries(pairs.map(([name, count]) => [name, Number(count)]))
    : undefined
}

/** A share of sorted numbers is at most this. */
export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The table that `npm run load` prints, and the same as numbers. */
export function describeLoad({ seconds, rate, left, ended, attempts }) {
  const names = [...new Set(ended.map(({ name }) => name))].sort()
  const rows = names.map((name) => {
    const own = ended.filter((each) => each.name === name)
    const times = own
      .filter(({ error }) => error === undefined)
      .map(({ ms }) => ms)
      .sort((one, other) => one - other)
    return {
      name,
      done: times.length,
      perSecond: times.length / seconds,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      failed: own.length - times.length,
    }
  })
  const statuses = {}
  for (const { status } of attempts) statuses[status] = (statuses[status] ?? 0) + 1
  const done = rows.reduce((sum, row) => sum + row.done, 0)
  const figures = { seconds, rate, done, perSecond: done / seconds, left, statuses, rows }
  const cells = rows.map((row) => [
    row.name,
    String(row.done),
    row.perSecond.toFixed(1),
    ...[row.p50, row.p95, row.p99].map((ms) => ms.toFixed(0)),
    String(row.failed),
  ])
  const reasons = [...new Set(ended.flatMap(({ error }) => (error ? [error.message] : [])))]
  const lines = [
    ...columns([
      ['operation', 'done', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'],
      ...cells,
    ]),
    `${done} done in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(1)} a second of ${rate} asked for; ${left} left out because too many were open`,
    `attempts by status (0: no answer): ${JSON.stringify(statuses)}`,
    ...reasons.slice(0, 5).map((reason) => `failed: ${reason}`),
  ]
  return { lines, figures }
}

function columns(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)))
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd(),
  )
}
