import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type * as react from '@sallyport/react'
import { buildChunks } from '@sallyport/testing/bundle'
import { serveHost } from './bare-host.js'
import { dev } from './person.js'

const kit = fileURLToPath(new URL('../packages/react/src/index.ts', import.meta.url))
const code = `
import * as react from ${JSON.stringify(kit)}
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
window.asked = []
window.nameOf = (error) =>
  react.errorIndicatesMaxMfaRetries(error)
    ? 'too many tries'
    : react.errorIndicatesMfaTimeout(error)
      ? 'too late'
      : String(error.type ?? error.code)
function Hooks() {
  react.useRegisterMfaListener({ onMfaRequired: (about) => window.asked.push(about) })
  window.hooks = {
    kit: react.useSallyport(),
    email: react.useLoginWithEmail(),
    passkey: react.useLinkWithPasskey(),
    mfa: react.useMfa(),
    enrollment: react.useMfaEnrollment(),
    signing: react.useSignMessage(),
  }
  return null
}
createRoot(document.getElementById('root')).render(
  createElement(react.SallyportProvider, window.settings, createElement(Hooks)),
)`

/** The hooks of a page that has forms of its own, as they are now. */
interface Hooks {
  kit: ReturnType<typeof react.useSallyport>
  email: ReturnType<typeof react.useLoginWithEmail>
  passkey: ReturnType<typeof react.useLinkWithPasskey>
  mfa: ReturnType<typeof react.useMfa>
  enrollment: ReturnType<typeof react.useMfaEnrollment>
  signing: ReturnType<typeof react.useSignMessage>
}

/** What became of a signature that the page has asked for. */
interface Signing {
  signature?: string
  /** The type or code of the refusal. */
  refused?: string
}

declare global {
  var hooks: Hooks
  /** What `onMfaRequired` was called with. */
  var asked: { mfaMethods: string[] }[]
  /** What the functions of the kit say about an error. */
  var nameOf: (error: unknown) => string
  var signing: Signing | undefined
}

/** Opens a page that uses the kit by hooks only, with every screen of the kit switched off. */
export async function openHeadlessPage(page: Page): Promise<{ close(): void }> {
  const [chunk] = await buildChunks(code, kit, { isOneScript: true })
  if (chunk === undefined) throw new Error('The page has no script')
  const config = {
    mfa: { noPromptOnMfaRequired: true },
    embeddedWallets: { showWalletUIs: false, createOnLogin: 'off' },
  }
  const settings = JSON.stringify({ appId: dev.appId, apiUrl: dev.authUrl, config })
  const script = chunk.code.replaceAll('</script', '<\\/script')
  const host = await serveHost(
    `<meta charset="utf-8" /><div id="root"></div><script>var settings = ${settings}</script><script>${script}</script>`,
  )
  await page.goto(host.url)
  await page.waitForFunction(() => globalThis.hooks?.kit.ready)
  return host
}

/** Asks for a signature by the hook, without waiting for it. */
export async function startSigning(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.asked = []
    globalThis.signing = undefined
    globalThis.hooks.signing.signMessage({ message: 'Book my berth' }).then(
      ({ signature }) => {
        globalThis.signing = { signature }
      },
      (error) => {
        globalThis.signing = { refused: globalThis.nameOf(error) }
      },
    )
  })
}

/** What `onMfaRequired` was told about the operation that waits. */
export async function demandOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => globalThis.asked.length > 0)
  return page.evaluate(() => globalThis.asked.flatMap(({ mfaMethods }) => mfaMethods))
}

/** What became of the signature; `undefined` while it waits. */
export const signingOf = (page: Page): Promise<Signing | undefined> =>
  page.evaluate(() => globalThis.signing)
