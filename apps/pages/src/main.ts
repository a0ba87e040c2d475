import { once } from 'node:events'
import { statSync } from 'node:fs'
import {
  ConfigError,
  createLogger,
  ignoreDebuggerSignal,
  isProduction,
  logEarlierNames,
  processProblems,
  readProcessFacts,
  stopWhenAsked,
} from '@sallyport/process'
import { listenForMonitoring } from '@sallyport/process/metrics'
import { startTracing } from '@sallyport/process/tracing'
import { openCertificates, readAddresses, socketPathsOf } from '@sallyport/process/transport'
import { createAskPageSettings } from './ask-page-settings.js'
import { askVaultKey } from './ask-vault-key.js'
import { type PagesConfig, readPagesConfig } from './config.js'
import { keepSettings } from './keep-settings.js'
import { createPageMetrics } from './page-metrics.js'
import { createPageServer } from './page-server.js'
import { createPages } from './pages.js'
import { readRelease } from './read-release.js'

async function main(): Promise<void> {
  if (isProduction(process.env)) ignoreDebuggerSignal()
  const config = readPagesConfig(process.env)
  if (config.production) refuseUnsafeProcess(config)
  const logger = createLogger({ process: 'pages', level: config.logLevel })
  logEarlierNames(process.env, logger)
  const stopTracing = await startTracing(process.env, 'sallyport-pages')
  const { publicOrigin, signerSocket } = config
  const metrics = createPageMetrics()
  const certificates =
    config.transportDir === undefined
      ? undefined
      : openCertificates(config.transportDir, 'SALLYPORT_PAGES_TRANSPORT_DIR')
  const askKey = (addresses: string, role: 'vault' | 'signer') =>
    askVaultKey(readAddresses(addresses), { role, certificates })
  const answer = createPages({
    files: readRelease(config.frameDir, config.release),
    publicOrigin,
    readSettings: keepSettings(createAskPageSettings({ apiUrls: config.apiUrls, fetch }), {
      nowMs: Date.now,
      onKept: (kept) => {
        metrics.kept.add()
        logger.warn(kept, 'no API answers: a page got the last settings')
      },
    }),
    askVaultKey: () => askKey(config.vaultSocket, 'vault'),
    askSignerKey: signerSocket === undefined ? undefined : () => askKey(signerSocket, 'signer'),
    nowMs: Date.now,
  })
  const server = createPageServer({ answer, publicOrigin, logger, observe: metrics.observe })
  const monitor = await startMonitor(config, metrics.render)
  stopWhenAsked(config.exitWithParent, async () => {
    monitor?.close()
    server.close()
    await once(server, 'close')
    await stopTracing()
    logger.info('pages have stopped')
  })
  await once(server.listen({ host: config.host, port: config.port }), 'listening')
  logger.info({ port: config.port }, 'pages process is listening')
  process.send?.({ type: 'ready' })
}

async function startMonitor(
  { host, monitorPort: port }: PagesConfig,
  render: () => Promise<string>,
) {
  return port === 0 ? undefined : listenForMonitoring({ host, port }, render)
}

function refuseUnsafeProcess({ vaultSocket }: PagesConfig): void {
  const facts = readProcessFacts()
  const problems = processProblems(facts)
  const [socket] = socketPathsOf(readAddresses(vaultSocket))
  const owner = socket === undefined ? undefined : ownerOf(socket)
  if (owner === 'closed')
    problems.push(
      'The directory of SALLYPORT_VAULT_SOCKET cannot be entered: make this program’s user a member of the group that owns it.',
    )
  if (owner !== undefined && owner === facts.uid)
    problems.push(
      'The pages and the recovery vault run as the same user: give the pages a user of their own (docs/operate/deploy.md).',
    )
  if (problems.length > 0) throw new ConfigError(problems)
}

function ownerOf(path: string): number | undefined | 'closed' {
  try {
    return statSync(path, { throwIfNoEntry: false })?.uid
  } catch {
    return 'closed'
  }
}

main().catch((error: unknown) => {
  const logger = createLogger({ process: 'pages', level: 'info' })
  const reasons = error instanceof ConfigError ? error.problems : [String(error)]
  for (const reason of reasons) logger.fatal({ reason }, 'pages did not start')
  process.exit(1)
})
