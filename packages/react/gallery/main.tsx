import { createRoot } from 'react-dom/client'
import { firstAddress, writeAddress } from './address.js'
import { showScene } from './preview.js'
import { spots } from './scenes.js'

// The bare gallery: `npx vite packages/react/gallery`. The dashboard has the one to look at things in.
const query = new URLSearchParams(location.search)
if (query.has('screen') || query.has('wallet-page')) await showScene(query)
else {
  createRoot(document.getElementById('root') ?? document.body).render(
    <nav>
      {spots.map((spot) => (
        <div key={`${spot.screen} ${spot.state}`}>
          <a href={writeAddress({ ...firstAddress, ...spot })}>
            {spot.screen} {spot.state}
          </a>
        </div>
      ))}
    </nav>,
  )
}
