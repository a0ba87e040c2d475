import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { dev, signIn } from './person.js'
import { fundEther, logInForProgram } from './program-page.js'
import { hold } from './wallet-page.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/features/agents.md'), 'utf8')

/** The files of the page, in a folder that has the package. */
function writeFilesOfPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agents-page-'))
  mkdirSync(join(folder, 'node_modules/@sallyport'), { recursive: true })
  symlinkSync(join(root, 'packages/node'), join(folder, 'node_modules/@sallyport/node'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [, name = '', text = ''] of page.matchAll(/```js (\S+)\n([\s\S]*?)```/g))
    writeFileSync(join(folder, name), text)
  return folder
}

/** Runs a file of the page; `until` resolves once what it prints matches. */
function run(folder: string, file: string) {
  const env = { ...process.env, SALLYPORT_URL: dev.authUrl, SALLYPORT_APP_ID: dev.appId }
  const program = spawn(process.execPath, [file], { cwd: folder, env })
  let said = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => {
      said += String(text)
    })
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve))
  const until = async (form: RegExp) => {
    await expect.poll(() => said).toMatch(form)
    return form.exec(said)?.[1] ?? ''
  }
  return { until, ended, said: () => said, stop: () => program.kill('SIGKILL') }
}

test('the agent of the page asks for access, pays within its limit and is refused beyond it', async ({
  page: app,
  browser,
}) => {
  test.setTimeout(120_000)
  const folder = writeFilesOfPage()
  const address = newAddress()
  const { ethereum } = await signIn(app, address)
  await fundEther(ethereum)
  const agent = run(folder, 'pay.js')
  try {
    const device = await (await browser.newContext()).newPage()
    await device.goto(await agent.until(/Open (\S+)/))
    await logInForProgram(device, address)
    await device.getByText('Pay up to a daily limit').click()
    await device.getByRole('combobox', { name: 'Network' }).selectOption({ label: 'Local network' })
    await device.getByLabel('At most in 24 hours').fill('0.01')
    await device.getByRole('button', { name: 'Review' }).click()
    const done = device.getByRole('heading', { name: '“Shopping agent” may act now' })
    await hold(device, device.getByRole('button', { name: 'Hold to allow' }), done)

    expect(await agent.ended, agent.said()).toBe(0)
    const lines = agent.said().trim().split('\n').slice(-3)
    expect(lines).toEqual([
      expect.stringMatching(/^0x[0-9a-f]{64}$/),
      expect.stringMatching(/^0x[0-9a-f]{64}$/),
      expect.stringMatching(/^policy_violation: /),
    ])

    // The key in the file is used again, and the user is not asked.
    const again = run(folder, 'agent.js')
    expect(await again.ended, again.said()).toBe(0)
    expect(again.said()).toContain(ethereum)
    expect(again.said()).not.toContain('Open ')
  } finally {
    agent.stop()
    rmSync(folder, { recursive: true })
  }
})
