import { fileURLToPath } from 'node:url'

/** The checkout: where the examples, the docs and the packages come from. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
