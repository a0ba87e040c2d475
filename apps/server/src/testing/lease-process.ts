import { connectDb } from '../db/connect.js'
import { type Job, startLeases } from '../leases.js'
import { createLogger } from '../ports/logger.js'

/* A process with leases, for leases.deep.test.ts: says when it holds the webhooks. Arguments: database URL, port. */
const [url = '', port = '0'] = process.argv.slice(2)
const job: Job = 'webhooks'
const db = connectDb({ url, poolSize: 1 })
// Of the configuration only the place is used.
const config = { host: '127.0.0.1', port: Number(port) } as Parameters<
  typeof startLeases
>[0]['config']
const leases = await startLeases({ db, config, logger: createLogger('silent') })
process.send?.('started')
const timer = setInterval(() => {
  if (!leases.holder(job)()) return
  clearInterval(timer)
  process.send?.('holds')
}, 50)
