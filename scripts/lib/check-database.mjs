/*
 * Says on standard output why a database cannot be used, and nothing when it can: `npm run serve` runs this as the user of the
 * program, because Postgres may let in a user of the system by its name (`peer`). On standard input: the name of the setting
 * and the URL, in JSON.
 */
import { text } from 'node:stream/consumers'
import { databaseProblem } from '../../apps/server/dist/preflight.js'

const { name, url } = JSON.parse(await text(process.stdin))
process.stdout.write((await databaseProblem(name, url)) ?? '')
