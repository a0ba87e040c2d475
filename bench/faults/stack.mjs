/** Two servers and both signers in separate processes on one database; killed processes are replaced. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultLimits } from '../../apps/vault/dist/index.js'
import { next } from '../lib/child.mjs'
import { ask, isAlive } from './child.mjs'
import { provisionApp, provisionSigners } from './provision.mjs'
import { keepSigner, signerNames } from './signers.mjs'

/** The auth origin. */
export const publicOrigin = 'http://auth.localhost:4400'
/** The app's page. */
export const pageOrigin = 'http://localhost:4402'

/**
 * Starts a stack.
 *
 * @param databaseUrl URL of an empty database, with a role that may create roles.
 * @param files folder of the processes' files, of `bundle`.
 * @param isFrozen whether the servers' and pages' time stands until it is moved: no grace ends by a slow machine.
 * @param keepsApps whether servers keep the apps they have read, as they do; without, every request reads its own.
 * @param deadlineMs the servers' deadline for statements; far away, where what is tested is not time.
 * @param spares server processes kept ready to take a killed one's place.
 */
export async function startStack({
  databaseUrl,
  files,
  spares = 2,
  deadlineMs = 10_000,
  keepsApps = false,
  isFrozen = true,
}) {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-faults-'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><html><head></head></html>')
  const [kek, tokenKek] = [randomBytes(32), randomBytes(32)]
  const roles = await provisionSigners(databaseUrl)
  const app = await provisionApp(databaseUrl, { shares: [kek], tokens: [tokenKek] })
  const socketPath = join(directory, 'vault.sock')
  const signerSocket = join(directory, 'signer.sock')
  const startMs = Date.now()
  const serverConfig = {
    startMs: isFrozen ? startMs : undefined,
    databaseUrl,
    deadlineMs,
    keepsApps,
    kek: kek.toString('base64'),
    tokenKek: tokenKek.toString('base64'),
    vaultSocket: socketPath,
    signerSocket,
    frameDir: directory,
    publicOrigin,
  }
  const newKek = () => randomBytes(32).toString('base64')
  const ofSigner = { databaseDeadlineMs: deadlineMs, startMs: serverConfig.startMs }
  const database = { databaseAdmins: ['postgres'], production: false }
  const signerConfigs = {
    vault: {
      ...ofSigner,
      program: 'vault',
      config: {
        ...defaultLimits,
        ...database,
        socketPath,
        kek: newKek(),
        databaseUrl: roles.vaultUrl,
        releasesPerMinute: 10_000,
        releasesPerWalletPerDay: 10_000,
      },
    },
    signer: {
      ...ofSigner,
      program: 'signer',
      config: {
        ...database,
        socketPath: signerSocket,
        kek: newKek(),
        databaseUrl: roles.signerUrl,
      },
    },
  }
  const mails = []
  /** Who hears of a request's points, by its id; of a fault that struck, by its owner. */
  const heard = { requests: new Map(), owners: new Map() }
  let outages = 0
  let deaths = 0
  /** A process said that its fault strikes; one that is killed says nothing more. */
  const strikes = (child, fault) => {
    if (fault.kind === 'kill') child.isDying = true
    // A lost answer of a server is one person's; its statements, which people share, and the signers are everybody's.
    const isSigner = signerNames.some((name) => signers[name].isCurrent(child))
    if (fault.kind !== 'drop' || isSigner) outages += 1
    heard.owners.get(fault.owner)?.(fault)
  }
  const children = new Set()
  let offsetMs = 0
  let isStopping = false

  const start = (name, config) => {
    const env = { ...process.env, NODE_ENV: 'production', FAULTS_CONFIG: JSON.stringify(config) }
    const child = fork(join(files, `${name}.mjs`), [], {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.add(child)
    child.exited = new Promise((resolve) => child.once('exit', resolve))
    child.exited.then(() => {
      children.delete(child)
      if (!isStopping && !child.isDying) deaths += 1
    })
    return child
  }
  const startServer = async () => {
    const child = start('server', serverConfig)
    child.on('message', async (message) => {
      if (message.type === 'mail') mails.push(message)
      if (message.type === 'points') heard.requests.get(message.id)?.(message.points)
      if (message.type === 'fired') strikes(child, message.fault)
      if (message.type === 'kill-signer') {
        outages += 1
        await signers[message.name].kill()
        // One that was killed meanwhile needs no answer, and must not end this process.
        child.send({ type: 'killed' }, () => undefined)
      }
    })
    const { port } = await next(child, 'ready')
    return { child, port }
  }
  const ready = []
  const refill = () => {
    while (ready.length < spares) {
      const one = startServer()
      one.catch(() => {})
      ready.push(one)
    }
  }
  const servers = { victim: undefined, other: undefined }
  const takeServer = async (place) => {
    const taking = ready.shift() ?? startServer()
    refill()
    servers[place] = taking.then(async (server) => {
      await ask(server.child, { type: 'clock', offsetMs }, 'clock-set')
      server.child.exited.then(() => {
        if (!isStopping) takeServer(place)
      })
      return server
    })
    return servers[place]
  }
  const keep = (name) =>
    keepSigner({
      start: () => start('signer', signerConfigs[name]),
      strikes,
      offsetMs: () => offsetMs,
      isStopping: () => isStopping,
    })
  refill()
  const signers = { vault: keep('vault'), signer: keep('signer') }
  const signersUp = () => Promise.all(signerNames.map((name) => signers[name].up))
  await Promise.all([takeServer('victim'), takeServer('other'), signersUp()])

  return {
    appId: app.appId,
    /** The app's back end, as it proves itself. */
    backEnd: { appSecret: app.appSecret, authorizationKey: app.authorizationKey },
    databaseUrl,
    mails,
    heard,
    signers,
    /** How many faults so far may have struck others than who they were meant for. */
    get outages() {
      return outages
    },
    /** Processes that ended unexpectedly. */
    get deaths() {
      return deaths
    },
    /** The servers' time. */
    nowMs: () => (isFrozen ? startMs : Date.now()) + offsetMs,
    /** A port a request may go to now; the victim's where a fault waits for it. */
    portOf: async (place) => (await servers[place]).port,
    /** Resolves once nothing is down, and what has struck so far is told. */
    settled: async () => {
      // A fault may be felt before it is told, which comes by another way: both have been heard a turn later.
      await new Promise((resolve) => setImmediate(resolve))
      for (;;) {
        const [victim, other, running] = await Promise.all([
          servers.victim,
          servers.other,
          signersUp(),
        ])
        const dead = [victim.child, other.child, ...running].filter((child) => !isAlive(child))
        if (dead.length === 0) return
        await Promise.all(dead.map((child) => child.exited))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    /** Moves the clock of every process. */
    advance: async (ms) => {
      offsetMs += ms
      const [victim, other] = await Promise.all([servers.victim, servers.other])
      await Promise.all([
        ask(victim.child, { type: 'clock', offsetMs }, 'clock-set'),
        ask(other.child, { type: 'clock', offsetMs }, 'clock-set'),
        ...(await signersUp()).map((child) =>
          ask(child, { type: 'clock', offsetMs }, 'clock-done'),
        ),
      ])
    },
    stop: async () => {
      isStopping = true
      await Promise.allSettled([...ready, ...signerNames.map((name) => signers[name].stop())])
      await Promise.all(
        [...children].map((child) => {
          child.kill('SIGKILL')
          return child.exited
        }),
      )
      await roles.drop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
