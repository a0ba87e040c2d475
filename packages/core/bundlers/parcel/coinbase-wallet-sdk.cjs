/* Read by Parcel only: it builds without a package that a `require` inside of `try` does not find. */
try {
  module.exports = require('@coinbase/wallet-sdk')
} catch {
  module.exports = {}
}
