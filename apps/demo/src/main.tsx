import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { loadDemoConfig } from './demo-config.js'
import { installTestWallet } from './test-wallet-switch.js'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/methods.css'

/* Not part of the demo's weight. */
const SecondApp = lazy(async () => ({
  default: (await import('./second/second-app.js')).SecondApp,
}))

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')
const root = createRoot(element)

loadDemoConfig().then(
  async (config) => {
    await installTestWallet(config)
    const { providerAppId } = config
    root.render(
      <StrictMode>
        {providerAppId === undefined ? (
          <App config={config} />
        ) : (
          <Suspense>
            <SecondApp config={{ ...config, providerAppId }} />
          </Suspense>
        )}
      </StrictMode>,
    )
  },
  (error: Error) =>
    root.render(
      <main className="hero" role="alert">
        <h1>Couldn’t start the demo</h1>
        <p>{error.message}</p>
      </main>,
    ),
)
