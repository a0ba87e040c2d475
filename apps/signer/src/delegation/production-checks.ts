import { ownRoleProblem, processProblems, readerProblems, weakKeyProblem } from '@sallyport/process'
import { readRoleFacts } from '../database.js'
import { processSurroundings, refuseProblems, socketProblems } from '../production-checks.js'
import type { DelegateConfig } from './config.js'
import { type DelegateDatabase, delegateSchema } from './database.js'

/** @throws ConfigError when the signer of delegated wallets must not run in production here. */
export async function checkProduction(config: DelegateConfig, db: DelegateDatabase): Promise<void> {
  const around = processSurroundings(config)
  const { role, readers } = await readRoleFacts(db, delegateSchema)
  const others = readers.filter((reader) => reader.role !== role)
  const allowed = { expected: [], administrators: config.databaseAdmins }
  const problems = [
    ...processProblems(around.process),
    ...socketProblems('SALLYPORT_DELEGATE_SOCKET', around),
    ...readerProblems(delegateSchema, others, allowed),
    weakKeyProblem('SALLYPORT_DELEGATE_KEK', config.keks),
    ownRoleProblem('SALLYPORT_DELEGATE_DATABASE_URL', role, readers),
  ]
  refuseProblems(problems.filter((problem) => problem !== undefined))
}
