/*
 * Stands in for packages that the local bundler imports and never uses here: telemetry (it sends none) and Redis (it keeps its
 * state in memory). They are 330 packages and 270 MB. package.json lists them under `overrides`.
 */

// @sentry/node
export const captureException = () => ''
export const httpIntegration = () => ({})
export const init = () => undefined

// ioredis, and bull as the default export
export class Redis {
  constructor() {
    throw new Error('The local bundler keeps its state in memory: Redis is not installed.')
  }
}
export default Redis
