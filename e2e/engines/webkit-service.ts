import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.js'

/** WebKit's WebDriver with a home and a screen of its own. */
export interface WebKitService {
  url: string
  /** Ends it with its browser and deletes the home. The driver's own end of a session can hang. */
  end(): Promise<void>
}

const settings = {
  LANG: 'en_US.UTF-8',
  // Its own sandbox needs namespaces that containers do not give.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  NO_AT_BRIDGE: '1',
}

/** Starts the driver at the first path on an X server at the second one; resolves when it answers. */
export async function startService(driver: string, xServer: string): Promise<WebKitService> {
  const home = await mkdtemp(join(tmpdir(), 'sallyport-webkit-'))
  const size = '1280x900x24'
  const screen = start(xServer, ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'])
  const display = await firstLine(screen)
  const port = await freePort()
  const service = start(driver, [`--port=${port}`], {
    ...settings,
    HOME: home,
    DISPLAY: `:${display}`,
  })
  const url = `http://127.0.0.1:${port}`
  const end = async () => {
    stop(service)
    stop(screen)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const deadline = Date.now() + 20_000
  while (!(await answers(url))) {
    if (Date.now() > deadline) {
      await end()
      throw new Error('WebKitWebDriver did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, end }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: what it starts ends with it.
    detached: true,
  })
  running.add(child)
  return child
}

const running = new Set<ChildProcess>()
// A run that is ended in the middle of a test leaves nothing behind.
process.once('exit', () => running.forEach(stop))

function stop(child: ChildProcess): void {
  running.delete(child)
  const { pid } = child
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
    stdout?.once('end', () => reject(new Error('Xvfb did not start')))
  })
}
