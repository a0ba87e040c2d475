/*
 * A process that strikes faults on a stack of its own: the argument says how, as JSON (see `execute`; `minutes` in place of
 * `until`), the result is printed as JSON.
 */
import { endWithParent } from '../../scripts/lib/end-with-parent.mjs'
import { execute } from './execute.mjs'

endWithParent(() => process.exit(1))
const { minutes, ...how } = JSON.parse(process.argv[2])
const result = await execute({
  ...how,
  until: Date.now() + minutes * 60_000,
  say: (line) => process.stderr.write(`${line}\n`),
})
const families = Object.entries(result.families).map(([name, { points, faults }]) => [
  name,
  { points: [...points], faults },
])
// The pipe may take the text in parts: the process ends once all of it is written.
process.stdout.write(JSON.stringify({ ...result, families: Object.fromEntries(families) }), () =>
  process.exit(0),
)
