import type { NextConfig } from 'next'

// As create-next-app writes it.
const config: NextConfig = { cacheComponents: true, partialPrefetching: true }

export default config
