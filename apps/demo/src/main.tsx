import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { loadDemoConfig } from './demo-config.js'
import { installTestWallet } from './test-wallet-switch.js'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/methods.css'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')
const root = createRoot(element)

loadDemoConfig().then(
  async (config) => {
    await installTestWallet(config)
    root.render(
      <StrictMode>
        <App config={config} />
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
