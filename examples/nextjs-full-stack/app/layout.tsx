import { SallyportProvider } from '@sallyport/react'
import type { ReactNode } from 'react'
import { apiUrl, appId } from '../settings'

export const metadata = { title: 'Sallyport with Next.js, full stack', icons: { icon: 'data:,' } }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SallyportProvider appId={appId} apiUrl={apiUrl}>
          {children}
        </SallyportProvider>
      </body>
    </html>
  )
}
