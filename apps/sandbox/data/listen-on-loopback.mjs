// Preloaded into the bundler, which has no option for its address: its server listens on the loopback interface only.
import { Server } from 'node:net'

const listen = Server.prototype.listen
Server.prototype.listen = function (first, ...rest) {
  const options =
    typeof first === 'object' && first !== null && 'port' in first
      ? { ...first, host: '127.0.0.1' }
      : first
  return listen.call(this, options, ...rest)
}
