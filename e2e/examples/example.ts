import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { EmbeddedChain } from '@sallyport/contract'
import { run } from '../../scripts/lib/run.mjs'
import { freePort } from '../free-port.js'
import { codeFor, dev, newAddress } from '../person.js'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** Installed examples stay here, so that a second run is quick. */
export const cache = join(root, '.cache', 'examples')

/** An example that runs: where, and how to end it. */
export interface Running {
  url: string
  stop(): Promise<void>
}

/** The environment every example reads its settings from. */
const settings = () => ({
  VITE_SALLYPORT_APP_ID: dev.appId,
  VITE_SALLYPORT_URL: dev.authUrl,
  VITE_EVM_RPC_URL: dev.evmRpcUrl,
  VITE_SOLANA_RPC_URL: dev.solanaRpcUrl,
  NEXT_PUBLIC_SALLYPORT_APP_ID: dev.appId,
  NEXT_PUBLIC_SALLYPORT_URL: dev.authUrl,
  NEXT_TELEMETRY_DISABLED: '1',
})

/**
 * Copies the example out of the project, installs it from the packed tarballs, builds it and runs it.
 *
 * @param command What serves it, below its `node_modules/.bin` or `node`; `{port}` stands for the port.
 */
export async function runExample(name: string, command: readonly string[]): Promise<Running> {
  return runApp(join(root, 'examples', name), { name, command })
}

/** As `runExample`, for an app in any folder, which is kept under `name`. */
export async function runApp(
  source: string,
  { name, command }: { name: string; command: readonly string[] },
): Promise<Running> {
  const folder = join(cache, name)
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.next)$/.test(path),
  })
  // The packages are on no registry yet: the tarballs stand for it.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const tarballs: Record<string, string> = JSON.parse(process.env.SALLYPORT_TARBALLS ?? '{}')
  for (const [each, path] of Object.entries(tarballs)) manifest.dependencies[each] = `file:${path}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  const env = { ...process.env, ...settings() }
  const flags = ['--engine-strict', '--no-audit', '--no-fund', '--no-package-lock']
  await must('npm', ['install', ...flags, '--prefer-offline'], folder, env)
  await must('npm', ['run', 'build'], folder, env)
  return serve(folder, command, env)
}

async function must(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const { code, output } = await run(command, args, { cwd, env })
  if (code !== 0) throw new Error(`${command} ${args[0]} failed in ${cwd}:\n${output}`)
}

async function serve(
  folder: string,
  [program = 'node', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Running> {
  const port = String(await freePort())
  const path = program === 'node' ? process.execPath : join(folder, 'node_modules/.bin', program)
  const child = spawn(
    path,
    args.map((each) => each.replace('{port}', port)),
    { cwd: folder, env: { ...env, PORT: port }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const url = `http://localhost:${port}/`
  await expect
    .poll(
      () => {
        if (child.exitCode !== null) throw new Error(`The example ended:\n${said}`)
        return fetch(url).then(
          (response) => response.ok,
          () => false,
        )
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return { url, stop: () => end(child) }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    if (child.exitCode !== null) return ended()
    child.once('exit', () => ended())
    child.kill('SIGTERM')
  })
}

/** Signs a new person in with the modal of an example, by the code from the inbox, and waits until it is gone. */
export async function signInAt(page: Page, url: string): Promise<string> {
  const address = newAddress()
  await page.goto(url)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(address)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Six-digit code')
  await code.waitFor()
  await code.fill(await codeFor(address))
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 30_000 })
  return address
}

/** Test money from the sandbox. */
export async function fund(chain: EmbeddedChain, address: string): Promise<void> {
  const response = await fetch(`${dev.dashboardUrl}/faucet/${chain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  expect(response.ok).toBe(true)
}

/** Presses a button of the modal, and waits until it is gone; a receipt is put away. */
export async function approve(page: Page, button: 'Sign' | 'Approve'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  if (button === 'Approve') await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}
