import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SallyportProvider } from './provider.js'

const id = 'a'.repeat(25)

test.each([
  ['a short app id', 'short', 'https://auth.example'],
  ['no app id', undefined, 'https://auth.example'],
  ['no URL', id, undefined],
])('error: %s leaves the page as it is', (_, appId, apiUrl) => {
  const html = renderToString(
    // As from JavaScript, or a variable that the build did not know.
    <SallyportProvider appId={appId as string} apiUrl={apiUrl as string}>
      <p>My app</p>
    </SallyportProvider>,
  )

  expect(html).toContain('My app')
})
