/* Loaded with the first demand for a second factor. A file of its own, so that it is a chunk of its own. */
export { retryCallWithFactor, retryWithFactor } from './retry-with-factor.js'
