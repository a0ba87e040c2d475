import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { EmbeddedChain } from '@sallyport/contract'
import { freePort } from '../free-port.js'
import { newAddress } from '../new-names.js'
import { codeFor, dev } from '../person.js'
import { install, must, outsideFolder, type PackageManager } from './install.js'
import { root } from './root.js'

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
  PARCEL_DISABLE_CACHE: '1',
})

/**
 * The environment in which an app is installed, built and served: a developer's shell, with nothing but the app's folder on its path, and without what
 * the run of the tests has set for itself.
 */
export const appEnvironment = (): NodeJS.ProcessEnv => {
  const ofTests = ['NODE_PATH', 'NODE_OPTIONS', 'NODE_ENV', 'CI', 'NO_COLOR', 'FORCE_COLOR']
  const env = Object.entries(process.env).filter(([name]) => !ofTests.includes(name))
  return { ...Object.fromEntries(env), ...settings() }
}

/**
 * Copies the example out of the project, installs it from the packed tarballs, builds it and runs it.
 *
 * @param command What serves it, below its `node_modules/.bin` or `node`; `{port}` stands for the port.
 */
export async function runExample(name: string, command: readonly string[]): Promise<Running> {
  return runApp(join(root, 'examples', name), { name, command })
}

/** An app in any folder: how it is installed and built. */
export interface AppSource {
  name: string
  manager?: PackageManager
  /** Scripts of its package.json that build it, each of which may print no warning. Default: `build`. */
  scripts?: readonly string[]
}

/** As `runExample`, for an app in any folder. It is built in a folder of its own, outside of the checkout. */
export async function runApp(
  source: string,
  app: AppSource & { command: readonly string[] },
): Promise<Running> {
  return serveApp(await runScripts(source, app), app.command)
}

/** Installs an app outside of the checkout and runs its scripts. Gives its folder. */
export async function runScripts(source: string, app: AppSource): Promise<string> {
  const folder = await installApp(source, app)
  for (const script of app.scripts ?? ['build']) await build(folder, { ...app, script })
  return folder
}

/** Copies an app to an empty folder outside of the checkout and installs it there. Gives the folder. */
export async function installApp(
  source: string,
  { name, manager = 'npm' }: Pick<AppSource, 'name' | 'manager'>,
): Promise<string> {
  const folder = outsideFolder(name)
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.next)$/.test(path),
  })
  await install(folder, manager, appEnvironment())
  return folder
}

async function build(
  folder: string,
  { manager = 'npm', script }: AppSource & { script: string },
): Promise<void> {
  const output = await must(manager, ['run', script], folder, appEnvironment())
  // A warning that an app's developer cannot remove is a fault of the package. Vite's on large chunks is about the app; names of files are not warnings.
  const warnings = output.split('\n').filter((line) => /\bwarn(ing)?s?\b(?!-)/i.test(line))
  expect(warnings.filter((line) => !/chunkSizeWarningLimit|\b0 warnings/i.test(line))).toEqual([])
}

/** Serves a built app. @param command As of `runExample`. @param more  Variables beside those of the stack. */
export async function serveApp(
  folder: string,
  [program = 'node', ...args]: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const env = { ...appEnvironment(), ...more }
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
          ({ status }) => status < 500,
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
