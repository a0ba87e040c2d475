import { createRoot } from 'react-dom/client'
import { loadCopy } from '../src/copy/catalogue.js'
import type { Place } from '../src/flow/screens.js'
import { Modal } from '../src/modal/modal.js'
import { combine } from '../src/settings.js'
import type { Theme } from '../src/theme/tokens.js'
import { appConfig, scenes, servicesFor } from './scenes.js'

// ?scene=code&theme=dark&locale=ar&accent=%23ff0055 ; without a scene: the list.
const query = new URLSearchParams(location.search)
const name = query.get('scene') ?? ''
const scene = scenes[name]
const theme = (query.get('theme') ?? 'light') as Theme // any text: a wrong one shows
const locale = query.get('locale') ?? 'en'
const accent = query.get('accent') as `#${string}` | null // as above
document.body.classList.toggle('dark', theme === 'dark')
const root = createRoot(document.getElementById('root') as HTMLElement) // in index.html

if (scene === undefined) {
  const themes = ['light', 'dark', '#fdf6e3', '#0b2239']
  root.render(
    <nav>
      {Object.keys(scenes).map((key) => (
        <div key={key}>
          {key}{' '}
          {themes.map((each) => (
            <a key={each} href={`?scene=${key}&theme=${encodeURIComponent(each)}`}>
              {each}{' '}
            </a>
          ))}
          <a href={`?scene=${key}&locale=ar`}>ar</a>
        </div>
      ))}
    </nav>,
  )
} else {
  const copy = await loadCopy(locale)
  const settings = combine(
    { ...appConfig, ...scene.app },
    {
      ...scene.config,
      appearance: {
        theme,
        ...(accent ? { accentColor: accent } : {}),
        ...scene.config?.appearance,
      },
    },
  )
  root.render(
    <Modal
      goal={{ goal: 'login', prefill: '', methods: null, disableSignup: false }}
      place={{ id: 1, ...scene.place } as Place} // scenes pair screen and data
      settings={settings}
      services={servicesFor(scene)}
      copy={copy}
      locale={locale}
      connection={scene.connection ?? 'ready'}
      onEnd={(ending) => console.info('ended', ending.at)}
      onGone={() => root.unmount()}
    />,
  )
}
