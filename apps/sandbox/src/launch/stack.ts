import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DevFile } from '@sallyport/protocols/sandbox'
import { startBitcoin } from '../bitcoin/local-bitcoin.js'
import { startCaptcha } from '../captcha/captcha.js'
import { startFarcaster } from '../farcaster/farcaster.js'
import type { FaucetLedgers } from '../faucet/routes.js'
import { startSmsSink } from '../inbox/sms.js'
import { startMailSink } from '../inbox/smtp.js'
import { writeJson } from '../json-file.js'
import { provisionOAuth } from '../oauth/provision.js'
import { startRelay } from '../relay/relay.js'
import { createSimulators, type Simulators } from '../simulators/simulators.js'
import { startSmartWallets } from '../smart-wallets/local-smart-wallets.js'
import { startSolana } from '../solana/local-solana.js'
import { startTelegram } from '../telegram/telegram.js'
import { startAnvil } from './anvil.js'
import { clearFolder, prepareFolder } from './folder.js'
import { lockFolder } from './lock.js'
import type { NodeChild } from './node-child.js'
import { startPages } from './pages.js'
import { checkPorts, type Ports } from './ports.js'
import { startPostgres } from './postgres.js'
import { createProviders } from './providers.js'
import type { Running } from './running.js'
import { loadClock, loadInbox } from './saved-state.js'
import { loadOrCreateSecrets, type Secrets } from './secrets.js'
import { startServers } from './servers.js'
import type { LaunchSettings } from './settings.js'
import { socketPath } from './socket-path.js'
import { type Urls, urlsFrom } from './urls.js'

/** The running stack. */
interface Stack {
  dev: DevFile
  /** Resolves with the first part that exits unexpectedly. */
  firstExit: Promise<Running>
  /** Stops every part, servers before their databases. May be called repeatedly, and during the start. */
  stop(): Promise<void>
}

/**
 * Starts all parts, in parallel where possible.
 *
 * @param onStop  Gets `stop` immediately, so that a start can be interrupted.
 * @throws StartError when a part fails to start; `stop` stops the parts that did.
 */
export async function startStack(
  settings: LaunchSettings,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Stack> {
  const { folder, ports } = settings
  const stops: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopAll(stops)
    return stopping
  }
  onStop(stop)
  // A part that becomes ready during a stop is stopped immediately.
  const onEnd = async (work: () => Promise<unknown>) => {
    if (stopping) await work()
    else stops.unshift(work)
  }

  prepareFolder(folder)
  // Before the check of the ports: a second start would find them taken too, and its error should name the cause.
  await onEnd(await lockFolder(socketPath(folder, 'launcher')))
  await checkPorts(ports)
  if (settings.reset) clearFolder(folder)
  const devPath = join(folder, 'dev.json')
  rmSync(devPath, { force: true })
  await onEnd(async () => rmSync(devPath, { force: true }))
  const secrets = loadOrCreateSecrets(folder)
  const urls = urlsFrom(ports)
  const clock = loadClock(join(folder, 'clock.json'))
  const nowMs = () => clock.nowMs()
  const { inbox, flush } = loadInbox(join(folder, 'inbox.json'), nowMs)
  await onEnd(flush)

  const simulators = createSimulators()
  const started: Started = async (part, stopOf) => {
    const value = await part
    await onEnd(() => stopOf(value))
    return value
  }
  const [{ database, servers }, ethereum, ledgers] = await Promise.all([
    startDatabaseAndServers({ settings, secrets, urls }, started),
    started(startEthereum({ settings, urls, simulators }), (chain) => chain.stop()),
    startLedgers({ ports, nowMs, folder }, (stopLedger) => onEnd(stopLedger)),
    started(
      startMailSink({ port: ports.smtp, inbox, nowMs, chosen: () => simulators.chosen('mail') }),
      (sink) => sink.stop(),
    ),
    started(
      startSmsSink({ port: ports.sms, inbox, nowMs, chosen: () => simulators.chosen('sms') }),
      (sink) => sink.stop(),
    ),
    started(startSocial({ ports, urls, secrets, simulators, nowMs }), (one) => one.stop()),
    started(
      startRelay({ port: ports.relay, nowMs: Date.now, chosen: () => simulators.chosen('relay') }),
      (relay) => relay.stop(),
    ),
  ])
  const providers = createProviders({ folder, urls, secrets, simulators, ledgers, nowMs })
  await started(providers.serve(ports.oauth), (stopOAuth) => stopOAuth())
  await Promise.all(servers.map((child) => clock.follow((ms) => child.setClock(ms))))
  await provisionOAuth(providers.oauth, { ...urls, ...secrets })
  await started(
    startPages({ settings, secrets, urls, inbox, clock, ledgers, simulators }),
    (stopPages) => stopPages(),
  )
  const { appId, appSecret, secondAppId, secondAppSecret } = secrets
  const apps = { appId, appSecret, secondAppId, secondAppSecret }
  const dev: DevFile = { ...urls, ...apps, databaseUrl: database.url }
  if (!stopping) writeJson(devPath, dev)
  const { running: postgres } = database
  const parts: Running[] = [...servers, ethereum.anvil, ...(postgres ? [postgres] : [])]
  const firstExit = Promise.race(parts.map((part) => part.exited.then(() => part)))
  return { dev, firstExit, stop }
}

/** Waits for a part and has it stopped with the stack. */
type Started = <T>(part: Promise<T>, stopOf: (part: T) => Promise<unknown>) => Promise<T>

/* The servers need the database only, so they start while the chains and the doubles do. */
async function startDatabaseAndServers(
  { settings, secrets, urls }: { settings: LaunchSettings; secrets: Secrets; urls: Urls },
  started: Started,
): Promise<{ database: { url: string; running: Running | undefined }; servers: NodeChild[] }> {
  const { databaseUrl, folder, ports } = settings
  const password = secrets.postgresPassword
  const database = databaseUrl
    ? { url: databaseUrl, running: undefined }
    : await started(startPostgres({ folder, port: ports.postgres, password }), ({ running }) =>
        running.stop(),
      )
  const servers = await started(
    startServers({ settings, secrets, urls, adminUrl: database.url }),
    (children) => Promise.all(children.map((child) => child.stop())),
  )
  return { database, servers }
}

/* Later parts stop first, one after another: servers before their databases. */
async function stopAll(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) await stop()
}

/* The Ethereum chain with what smart wallets need of it. */
async function startEthereum(options: {
  settings: LaunchSettings
  urls: Urls
  simulators: Simulators
}): Promise<{ anvil: Running; stop(): Promise<unknown> }> {
  const { settings, urls, simulators } = options
  const { folder, ports } = settings
  const anvil = await startAnvil({ folder, port: ports.evm })
  try {
    const parts = await startSmartWallets({
      port: ports.smartWallets,
      bundlerPort: ports.bundler,
      rpcUrl: urls.evmRpcUrl,
      folder,
      answers: {
        bundler: () => simulators.chosen('bundler'),
        paymaster: () => simulators.chosen('paymaster'),
      },
    })
    return { anvil, stop: () => parts.stop().then(() => anvil.stop()) }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/* The chains that run in this process, each stopped also when another one does not start. */
async function startLedgers(
  { ports, nowMs, folder }: { ports: Ports; nowMs: () => number; folder: string },
  onEnd: (stop: () => Promise<unknown>) => Promise<void>,
): Promise<FaucetLedgers> {
  const kept = async <C extends { stop(): Promise<void> }>(starting: Promise<C>) => {
    const chain = await starting
    await onEnd(() => chain.stop())
    return chain
  }
  const [solana, bitcoin] = await Promise.all([
    kept(startSolana({ ports: [ports.solana, ports.solanaSocket], nowMs, folder })),
    kept(startBitcoin({ port: ports.bitcoin, nowMs, folder })),
  ])
  return { solana: solana.ledger, bitcoin: bitcoin.ledger }
}

/* The doubles of Telegram, Farcaster and the captcha services. One that starts while the other fails is stopped. */
async function startSocial(options: {
  ports: Ports
  urls: Urls
  secrets: Secrets
  simulators: Simulators
  nowMs: () => number
}): Promise<{ stop(): Promise<void> }> {
  const { ports, urls, secrets, simulators, nowMs } = options
  const started = await Promise.allSettled([
    startTelegram({
      port: ports.telegram,
      botToken: secrets.telegramBotToken,
      demoUrl: urls.demoUrl,
      nowMs,
      chosen: () => simulators.chosen('telegram'),
    }),
    startFarcaster({
      port: ports.farcaster,
      url: urls.farcasterUrl,
      nowMs,
      chosen: () => simulators.chosen('farcaster'),
      relay: () => simulators.chosen('farcasterRelay'),
    }),
    startCaptcha({ port: ports.captcha, chosen: () => simulators.chosen('captcha') }),
  ])
  const stop = async () => {
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.stop()))
  }
  const failed = started.find((each) => each.status === 'rejected')
  if (failed === undefined) return { stop }
  await stop()
  throw failed.reason
}
