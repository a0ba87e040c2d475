import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DevFile, devFile } from '@sallyport/protocols/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Tests the built launcher with everything it starts; npm test builds first. */
const launcher = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const base = 5900
let folder = ''
let running: ChildProcess | undefined
// A start makes a database, two chains and the contracts: beside other tests on two cores that can take half a minute.
const startTimeoutMs = 60_000
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stack-'))
  await up()
}, startTimeoutMs)
afterAll(async () => {
  if (running?.exitCode === null) await end(running, 'SIGKILL')
  await gone()
  rmSync(folder, { recursive: true })
})

describe('the launcher', () => {
  test('starts everything and prints the URLs', async () => {
    const dev = read()

    expect(dev).toMatchObject({
      authUrl: 'http://localhost:5900',
      inboxUrl: 'http://localhost:5901/inbox',
    })
    expect(dev.appId).toMatch(/^[a-z0-9]{25}$/)
    expect(await (await fetch(`${dev.authUrl}/readyz`)).json()).toMatchObject({ status: 'ok' })
  })

  test('keeps secrets from other users of the machine', () => {
    for (const name of ['dev.json', 'secrets.json', 'api.key', 'vault.key'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'run', 'launcher.sock')).mode & 0o777).toBe(0o600)
  })

  test('gives each server only its own secrets', () => {
    const api = readFileSync(join(folder, 'api.key'), 'utf8')
    const vault = readFileSync(join(folder, 'vault.key'), 'utf8')
    const environments = processes()
      .filter((pid) => /apps\/(server|vault|signer)\/dist\/main\.js/.test(commandOf(pid)))
      .map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))

    expect(environments).toHaveLength(2)
    expect(environments.filter((text) => text.includes(api))).toHaveLength(1)
    expect(environments.filter((text) => text.includes(vault))).toHaveLength(1)
    expect(environments.some((text) => text.includes(api) && text.includes(vault))).toBe(false)
  })

  test('moves the clock of both servers, and funds accounts on both chains', async () => {
    const dev = read()
    const moved = await post(dev.clockUrl, { advanceMs: 60_000 })
    expect(moved).toMatchObject({ offsetMs: 60_000 })

    const address = '0x00000000000000000000000000000000000000aa'
    await post(`${dev.dashboardUrl}/faucet/ethereum`, { address })
    expect(await rpc(dev.evmRpcUrl, 'eth_getBalance', [address, 'latest'])).toBe(
      '0x8ac7230489e80000',
    )

    const account = 'Vote111111111111111111111111111111111111112'
    const given = await post(`${dev.dashboardUrl}/faucet/solana`, { address: account })
    expect(given).toMatchObject({ amount: '5000000000' })
  })

  test('error: a second start in the same folder, or on a taken port, ends with one sentence', async () => {
    for (const ports of [base, base + 20])
      expect(await refusal(ports)).toMatch(/^Sallyport is already running in this folder: .*\.$/)
    const otherPortBase = { SALLYPORT_DATA_DIR: join(folder, 'otherPortBase') }
    expect(await refusal(base, otherPortBase)).toMatch(/^Port 5900 \(auth\) is taken: .*\.$/)
    expect(existsSync(join(folder, 'dev.json'))).toBe(true)
  })

  test('leaves no process three seconds after a sudden end', async () => {
    await end(running!, 'SIGKILL')

    await expect(gone()).resolves.toBeLessThan(3000)
  })

  test('restarts with the same app, clock and chains, and stops within three seconds', {
    timeout: startTimeoutMs,
  }, async () => {
    const dev = await up()
    expect(await (await fetch(dev.clockUrl)).json()).toMatchObject({ offsetMs: 60_000 })
    const funded = '0x00000000000000000000000000000000000000aa'
    expect(await rpc(dev.evmRpcUrl, 'eth_getBalance', [funded, 'latest'])).toBe(
      '0x8ac7230489e80000',
    )

    const startedAtMs = Date.now()
    await end(running!, 'SIGINT')

    expect(Date.now() - startedAtMs).toBeLessThan(3000)
    expect(await gone()).toBeLessThan(500)
    expect(existsSync(join(folder, 'dev.json'))).toBe(false)
  })

  test('error: an unwritable folder and an invalid port base end with one sentence each', async () => {
    writeFileSync(join(folder, 'file'), '')
    const inFile = { SALLYPORT_DATA_DIR: join(folder, 'file', 'data') }
    expect(await refusal(base, inFile)).toMatch(/^Cannot write to the folder .*: .*\.$/)
    expect(await refusal('high')).toMatch(/^Set SALLYPORT_PORT_BASE to a whole number .*\.$/)
    const blocker = await occupy(base + 6)
    expect(await refusal(base)).toMatch(/^Port 5906 \(smtp\) is taken: .*\.$/)
    blocker.close()
  })
})

function launch(env: Record<string, string>): ChildProcess {
  const path = process.env.PATH ?? ''
  return spawn(process.execPath, [launcher], {
    env: { PATH: path, SALLYPORT_DATA_DIR: folder, ...env },
  })
}

async function up(): Promise<DevFile> {
  rmSync(join(folder, 'dev.json'), { force: true })
  running = launch({ SALLYPORT_PORT_BASE: String(base) })
  let said = ''
  running.stderr?.on('data', (chunk) => {
    said += chunk
  })
  while (!existsSync(join(folder, 'dev.json'))) {
    if (running.exitCode !== null) throw new Error(said)
    await wait(50)
  }
  return read()
}

function read(): DevFile {
  return devFile.parse(JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8')))
}

async function refusal(portBase: number | string, env = {}): Promise<string> {
  const child = launch({ SALLYPORT_PORT_BASE: String(portBase), ...env })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  await new Promise((resolve) => child.once('close', resolve))
  expect(child.exitCode).toBe(1)
  return said.trim()
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve))
}

/* Returns the time until no process of this folder or these ports was left. */
async function gone(): Promise<number> {
  const startedAtMs = Date.now()
  while (processes().length > 0) {
    if (Date.now() - startedAtMs > 10_000) throw new Error(processes().map(commandOf).join('\n'))
    await wait(50)
  }
  return Date.now() - startedAtMs
}

function processes(): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=', '-o', 'args=']).toString().trim().split('\n')
  const pids = list.map((line) => Number(line.trim().split(' ')[0]))
  return pids.filter((pid) => pid !== process.pid && pid !== running?.pid && ofThisFolder(pid))
}

function ofThisFolder(pid: number): boolean {
  return (
    commandOf(pid).includes(folder) ||
    environmentOf(pid).includes(`SALLYPORT_VAULT_SOCKET=${folder}`)
  )
}

function commandOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

function environmentOf(pid: number): string {
  return textOf(`/proc/${pid}/environ`)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // ended in the meantime
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

async function rpc(url: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = (await post(url, { jsonrpc: '2.0', id: 1, method, params })) as { result: unknown }
  return answer.result
}

function occupy(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
