import { createRoot } from 'react-dom/client'
import { loadCopy } from '../src/copy/catalogue.js'
import type { Place } from '../src/flow/screens.js'
import { hostId } from '../src/modal/host.js'
import { Modal } from '../src/modal/modal.js'
import { combine } from '../src/settings.js'
import { resolveTheme } from '../src/theme/tokens.js'
import { readAddress } from './address.js'
import { dressOf } from './look.js'
import { play } from './play.js'
import { appConfig, servicesFor } from './samples.js'
import type { Scene } from './scene.js'
import { sceneAt } from './scenes.js'
import { drawn, standingClock } from './standing-clock.js'

/**
 * Draws the scene an address names, as the kit's own modal on an empty page, and plays it up to its state. The page's
 * `data-scene` is then `ready`, or `missing` when there is no such scene.
 */
export async function showScene(query: URLSearchParams): Promise<void> {
  const address = readAddress(query)
  const scene = sceneAt(address)
  const page = document.documentElement
  if (scene === undefined) {
    page.dataset.scene = 'missing'
    document.body.textContent = `There is no scene ${address.screen} ${address.state}.`
    return
  }
  const { locale, look } = address
  const dress = dressOf(look)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(dress.css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const { scheme } = resolveTheme({ theme: look.theme, accentColor: null, prefersDark })
  page.dataset.scheme = scheme
  page.lang = locale
  const clock = standingClock()
  const place = { screen: address.screen, data: scene.data } as Place // the record pairs screen and data
  await draw({ scene, place, locale, clock, dress, copy: await loadCopy(locale) })
  const root = await shadowRoot()
  await play(scene.act ?? [], { root, clock })
  await drawn()
  page.dataset.scene = 'ready'
}

async function draw(given: {
  scene: Scene
  place: Place
  locale: string
  clock: ReturnType<typeof standingClock>
  dress: ReturnType<typeof dressOf>
  copy: Awaited<ReturnType<typeof loadCopy>>
}): Promise<void> {
  const { scene, place, locale, clock, dress, copy } = given
  const appearance = { ...scene.config?.appearance, ...dress.appearance }
  const settings = combine({ ...appConfig, ...scene.app }, { ...scene.config, appearance })
  const { nowMs, after } = clock
  const top = { ...place, id: 2 }
  // A scene may break on purpose: React need not report it.
  const root = createRoot(document.getElementById('root') ?? document.body, {
    onCaughtError: () => undefined,
  })
  root.render(
    <Modal
      goal={scene.goal ?? { goal: 'login', prefill: '', methods: null, disableSignup: false }}
      places={scene.below ? [{ ...scene.below, id: 1 } as Place, top] : [top]} // as above
      settings={settings}
      services={servicesFor({ services: { nowMs, after, ...scene.services } })}
      copy={copy}
      locale={locale}
      connection={scene.connection ?? 'ready'}
      onEnd={() => undefined}
      onGone={() => location.reload()}
    />,
  )
}

/** The modal's root, once its screen is there: groups of screens are loaded when they are first asked for. */
async function shadowRoot(): Promise<ShadowRoot> {
  await document.fonts.ready
  for (;;) {
    const root = document.getElementById(hostId)?.shadowRoot
    // The marker of a drawn screen; a scene that shows the waiting itself never gets further.
    if (root?.querySelector('#sp-title')) {
      for (let frame = 0; frame < 50 && !root.querySelector('.screen > span[hidden]'); frame += 1)
        await drawn()
      return root
    }
    await drawn()
  }
}
