import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { cookies } from '@sallyport/contract'
import { newAddress } from '../new-names.js'
import { dev } from '../person.js'
import { writeApp } from './apps.js'
import { appEnvironment, runApp, runScripts, serveApp, signInAt } from './example.js'
import { must } from './install.js'
import { writeAppFrom } from './quickstart-app.js'

const preview = ['vite', 'preview', '--port', '{port}', '--strictPort']

test('the component tests of the page on testing pass in Vitest and in Jest', async () => {
  const source = writeApp('component-tests', { pages: ['docs/start/testing-your-app.md'] })
  await runScripts(source, { name: 'component-tests', scripts: ['vitest', 'jest'] })
})

test('the README logs in with React 18', async ({ page }) => {
  const react18 = { react: '18.3.1', 'react-dom': '18.3.1' }
  const app = await runApp(writeAppFrom('README.md', react18), {
    name: 'react-18',
    command: preview,
  })
  try {
    await signInAt(page, app.url)
    await expect(page.getByRole('button')).toHaveText(/^Log out did:/)
  } finally {
    await app.stop()
  }
})

test('the README compiles by pnpm with the declarations of all packages checked, without viem', async () => {
  const source = writeAppFrom('README.md', {})
  const settings = join(source, 'tsconfig.json')
  const checked = readFileSync(settings, 'utf8').replace(
    '"skipLibCheck":true',
    '"skipLibCheck":false',
  )
  expect(checked).toContain('"skipLibCheck":false')
  writeFileSync(settings, checked)
  await runScripts(source, { name: 'pnpm', manager: 'pnpm' })
})

test('the back ends of the docs know the user of a token and call with the secret', async ({
  page,
}) => {
  const front = await runApp(writeAppFrom('README.md', {}), { name: 'front', command: preview })
  const source = writeApp('back-end', { pages: ['docs/start/back-end.md'] })
  const folder = await runScripts(source, { name: 'back-end' })
  const email = await signInAt(page, front.url)
  await expect(page.getByRole('button')).toHaveText(/^Log out did:/)
  const user = (await page.getByRole('button').innerText()).replace('Log out ', '')
  const jar = await page.context().cookies(front.url)
  const cookie = (wanted: string) => jar.find(({ name }) => name === wanted)?.value
  const token = cookie(cookies.accessToken)
  await front.stop()

  for (const program of ['express.js', 'hono.js']) {
    const app = await serveApp(folder, ['node', program])
    const ask = (authorization: string) => fetch(`${app.url}me`, { headers: { authorization } })
    try {
      expect(await (await ask(`Bearer ${token}`)).json()).toEqual({ user })
      for (const wrong of ['', 'Bearer ', `Bearer ${token}x`])
        expect((await ask(wrong)).status, `${program} ${wrong}`).toBe(401)
    } finally {
      await app.stop()
    }
    // No server is there: nothing is known of the token.
    const alone = await serveApp(folder, ['node', program], { SALLYPORT_URL: 'http://127.0.0.1:9' })
    try {
      const { status } = await fetch(`${alone.url}me`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(status, program).toBe(503)
    } finally {
      await alone.stop()
    }
  }

  const address = newAddress()
  const urlOf = (name: string) => pathToFileURL(join(folder, name)).href
  const code = `const users = await import('${urlOf('users.js')}')
    const { readAccounts } = await import('${urlOf('auth.js')}')
    const { accounts } = await readAccounts('${cookie(cookies.identityToken)}')
    const { name } = await users.callServer('PATCH', '/admin/v1/app', { name: 'Harbour' })
    const { id } = await users.importUser('${address}')
    const read = await users.readUser(id)
    await users.deleteUser(id)
    const gone = await users.readUser(id).catch((error) => error.message)
    const imported = read.linked_accounts[0].address
    console.log(JSON.stringify({ same: read.id === id, imported, gone, accounts, name }))`
  writeFileSync(join(folder, 'try-users.js'), code)
  const env = { ...appEnvironment(), SALLYPORT_APP_SECRET: dev.appSecret }
  const answer = JSON.parse(await must('node', ['try-users.js'], folder, env))
  expect(answer).toMatchObject({ same: true, imported: address, name: 'Harbour' })
  expect(answer.accounts).toContainEqual(expect.objectContaining({ type: 'email', address: email }))
  expect(answer.gone).toMatch(/^404 /)
})
