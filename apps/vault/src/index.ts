export * from './config.js'
export { defaultLimits } from './settings.js'
export * from './vault.js'
