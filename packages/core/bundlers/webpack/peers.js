/* Read by webpack only. The loader is named here, so that apps need no setting. */
export * from '!!./without-absent-peers.cjs!../../dist/peers.js'
