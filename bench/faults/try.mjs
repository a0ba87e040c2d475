import { startPostgres } from '../lib/postgres.mjs'
import { execute } from './execute.mjs'

const pgs = await startPostgres()
const databases = [await pgs.create('faults0')]
const t = Date.now()
const only = process.argv[3] ? [JSON.parse(process.argv[3])] : undefined
const r = await execute({
  databases,
  width: 8,
  wanted: 500,
  thorough: false,
  seed: 'a',
  until: Date.now() + Number(process.argv[2] ?? 100) * 1000,
  only,
  say: (l) => console.log(l),
})
console.log((Date.now() - t) / 1000, process.cpuUsage())
console.log({
  ...r,
  points: r.points.length,
  missed: r.missed.length,
  families: Object.fromEntries(
    Object.entries(r.families).map(([k, v]) => [k, [v.points.size, v.faults]]),
  ),
})
await pgs.stop()
process.exit(0)
