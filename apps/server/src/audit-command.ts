import { meanings, verifyChain } from './audit/verify-chain.js'
import { readKeyAndDatabase } from './config.js'
import { connectDb } from './db/connect.js'
import { aesKeyEncryption } from './ports/key-encryption.js'
import { systemRandom } from './ports/random.js'
import { runCommand } from './run-command.js'

/*
 * `npm run -s audit -- verify <app> [<head>]` checks the chain of an app's audit log. With the head of an earlier run it
 * also finds that the end was cut off. Exits with 1 when something is wrong.
 */
async function audit(): Promise<object> {
  const [action, appId, knownHead] = process.argv.slice(2)
  if (action !== 'verify' || appId === undefined) {
    throw new Error('Usage: npm run -s audit -- verify <app> [<head>]')
  }
  const { databaseUrl, keks } = readKeyAndDatabase(process.env)
  const db = connectDb({ url: databaseUrl, poolSize: 1 })
  try {
    const keyEncryption = aesKeyEncryption(keks, systemRandom)
    const report = await verifyChain({ db, keyEncryption }, { appId, knownHead })
    if (report.problems.length > 0) process.exitCode = 1
    const problems = report.problems.map((each) => ({ ...each, meaning: meanings[each.problem] }))
    return { ...report, problems }
  } finally {
    await db.destroy()
  }
}

runCommand(audit)
