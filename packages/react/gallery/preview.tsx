import { createRoot } from 'react-dom/client'
import { loadCopy } from '../src/copy/catalogue.js'
import type { Place } from '../src/flow/screens.js'
import { hostId } from '../src/modal/host.js'
import { Modal } from '../src/modal/modal.js'
import { combine } from '../src/settings.js'
import { appConfig, samplePageHost } from '../src/test-kit/samples.js'
import type { Scene } from '../src/test-kit/scene.js'
import { createSceneKit } from '../src/test-kit/scene-kit.js'
import { type StandingClock, standingClock } from '../src/test-kit/standing-clock.js'
import { resolveTheme } from '../src/theme/tokens.js'
import { type Address, readAddress } from './address.js'
import { drawn } from './drawn.js'
import { dressOf, type Look } from './look.js'
import { focusTaken, type GalleryMessage, messageIn, stepOf } from './messages.js'
import { play, settled } from './play.js'
import { sceneAt } from './scenes.js'
import {
  asksForWalletPage,
  drawWalletPageIn,
  showWalletPage,
  walletPagesDrawn,
} from './wallet-page.js'

/**
 * Draws the scene an address names, as the kit's own modal on an empty page, and plays it up to its state. The page's
 * `data-scene` is then `ready`, `missing` when there is no such scene, or `broken` when it could not be played.
 */
export async function showScene(query: URLSearchParams): Promise<void> {
  if (asksForWalletPage(query)) return showWalletPage(query)
  const address = readAddress(query)
  const scene = sceneAt(address)
  const page = document.documentElement
  if (scene === undefined) {
    page.dataset.scene = 'missing'
    document.body.textContent = `There is no scene ${address.screen} ${address.state}.`
    return
  }
  page.lang = address.locale
  document.addEventListener('focusin', () =>
    window.frameElement?.dispatchEvent(new Event(focusTaken, { bubbles: true })),
  )
  const clock = standingClock(drawn)
  const dress = await dresser({ scene, address, clock })
  dress(address.look)
  const root = await shadowRoot(scene)
  await settled(root)
  try {
    await play(scene.act ?? [], { root, clock })
  } catch (error) {
    page.dataset.scene = 'broken'
    throw error
  }
  await walletPagesDrawn()
  page.dataset.scene = 'ready'
  if (window.parent !== window) answer(query, dress)
}

/** A function that draws the scene in a look, or draws it anew in another one. */
async function dresser(given: {
  scene: Scene
  address: Address
  clock: StandingClock
}): Promise<(look: Look) => void> {
  const { scene, address, clock } = given
  const { screen, locale } = address
  const copy = await loadCopy(locale)
  keepCookies()
  const { kit } = await createSceneKit({
    scene,
    clock,
    drawWalletPage: drawWalletPageIn(locale),
  })
  // The record pairs screens and data.
  const top = { id: 2, screen, data: scene.data } as Place
  const below = scene.below && ({ ...scene.below, id: 1 } as Place)
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  // A scene may break on purpose: React need not report it.
  const root = createRoot(document.getElementById('root') ?? document.body, {
    onCaughtError: () => undefined,
  })
  return (look) => {
    const { appearance, css } = dressOf(look)
    sheet.replaceSync(css)
    document.documentElement.dataset.scheme = schemeOf(look)
    const config = { ...scene.config, appearance: { ...scene.config?.appearance, ...appearance } }
    root.render(
      <Modal
        goal={scene.goal ?? { goal: 'login', prefill: null, methods: null, disableSignup: false }}
        places={below ? [below, top] : [top]}
        settings={{
          ...combine({ ...appConfig, ...scene.app }, config),
          pageHost: scene.pageHost ?? samplePageHost,
          userAgent: scene.userAgent ?? '',
        }}
        kit={kit}
        loginAgain={async () => false}
        copy={copy}
        locale={locale}
        connection={scene.connection ?? 'ready'}
        onEnd={() => undefined}
        onGone={() => location.reload()}
      />,
    )
  }
}

/** Cookies ignore ports: a login in a scene must not replace those of an app on this host. */
function keepCookies(): void {
  Object.defineProperty(document, 'cookie', {
    get: () => '',
    set: () => undefined,
    configurable: true,
  })
}

function schemeOf({ theme }: Look): 'light' | 'dark' {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  return resolveTheme({ theme, accentColor: null, prefersDark }).scheme
}

/** Tells the page around that the scene is there, and takes other looks and passes on the gallery's keys. */
function answer(query: URLSearchParams, dress: (look: Look) => void): void {
  // A call that is returned loses its source in WebKit: both are of one origin.
  const tell = (message: GalleryMessage) => {
    window.parent.postMessage(message, window.location.origin)
  }
  window.addEventListener('message', (event) => {
    const message = messageIn(event, window.parent)
    if (message?.gallery === 'dress') dress(readAddress(new URLSearchParams(message.query)).look)
  })
  window.addEventListener('keydown', (event) => {
    const by = stepOf(event)
    if (by !== null) tell({ gallery: 'step', by })
  })
  tell({ gallery: 'ready', query: `?${query}` })
}

/** The modal's root, once its screen is there: groups of screens are loaded when they are first asked for. */
async function shadowRoot({ standIn = false }: Scene): Promise<ShadowRoot> {
  await document.fonts.ready
  for (;;) {
    const root = document.getElementById(hostId)?.shadowRoot
    // What a screen leaves once it is drawn; what stands in for it has a title.
    if (root?.querySelector(standIn ? 'h2' : '.screen > span[hidden]')) return root
    await drawn()
  }
}
