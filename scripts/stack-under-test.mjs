/** The stack under test: the one that `npm start` is running, or one of our own on free ports with its own data. */
import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('..', import.meta.url).pathname

/**
 * Starts a stack of our own and waits for its `dev.json`.
 *
 * @param {{ portBase: number, log?: (line: string) => void }} options
 * @returns {Promise<{ dev: import('@sallyport/contract').DevFile, logDir: string, stop(): Promise<void> }>} `logDir` holds what every
 *   process of the stack has said, one file each. Rejects with the stack's last words.
 */
export async function startStack({ portBase, log = () => {} }) {
  const base = await freeBase(portBase)
  const dataDir = mkdtempSync(join(tmpdir(), 'sallyport-stack-'))
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, SALLYPORT_PORT_BASE: String(base), SALLYPORT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const logDir = join(dataDir, 'logs')
  const launcherLog = join(logDir, 'launcher.log')
  mkdirSync(logDir, { recursive: true, mode: 0o700 })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-4000)
      appendFileSync(launcherLog, chunk)
      log(String(chunk))
    })
  }
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const stop = async () => {
    child.kill('SIGINT')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  const deadline = Date.now() + 180_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The stack ended before it was ready:\n${said}`)
    const dev = readDev(dataDir)
    if (dev && (await isReady(dev))) return { dev, logDir, stop }
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`The stack was not ready within 180 s:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Returns the first of `base`, `base + 20`, … with free ports for a stack. */
async function freeBase(base) {
  for (let candidate = base; candidate < base + 400; candidate += 20) {
    const ports = Array.from({ length: 20 }, (_, offset) => candidate + offset)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return candidate
  }
  throw new Error(`No free ports between ${base} and ${base + 400}`)
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** The stack that runs in this checkout, if one does. */
export async function runningStack() {
  const dev = readDev(join(root, '.sallyport'))
  return dev && (await isReady(dev)) ? { dev, stop: async () => {} } : undefined
}

function readDev(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8'))
  } catch {
    return undefined // not written yet
  }
}

async function isReady(dev) {
  const answers = await Promise.all(
    [`${dev.authUrl}/readyz`, dev.demoUrl].map((url) =>
      fetch(url).then(
        (response) => response.ok,
        () => false,
      ),
    ),
  )
  return answers.every(Boolean)
}
