/* What `npm test` runs: every point once, at least 500 faults. Prints the result as JSON; `databaseUrl` is an empty database's. */
import { execute } from './execute.mjs'

const [databaseUrl, minutes] = process.argv.slice(2)
const result = await execute({
  databases: [databaseUrl],
  width: 8,
  wanted: 500,
  thorough: false,
  isShort: true,
  seed: process.env.FAULTS_SEED ?? 'npm test',
  until: Date.now() + Number(minutes) * 60_000,
  only: process.env.FAULTS_REPEAT ? [JSON.parse(process.env.FAULTS_REPEAT)] : undefined,
  say: (line) => process.stderr.write(`${line}\n`),
})
const families = Object.entries(result.families).map(([name, { points, faults }]) => [
  name,
  { points: points.size, faults },
])
process.stdout.write(JSON.stringify({ ...result, families: Object.fromEntries(families) }))
process.exit(0)
