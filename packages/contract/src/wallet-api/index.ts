export * from '../wallet-rpc/index.js'
