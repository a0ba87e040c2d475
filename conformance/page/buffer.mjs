/** The client expects its bundler to bring Node's Buffer. */
export { Buffer } from 'buffer'
