const { createElement } = require('react')
const { renderToString } = require('react-dom/server')
const { createClient } = require('@sallyport/core')
const { isApiError } = require('@sallyport/contract')
const { SallyportProvider, useSallyport } = require('@sallyport/react')
const { useSolanaWallets } = require('@sallyport/react/solana')

const settings = { appId: 'x'.repeat(25), apiUrl: 'http://localhost:4400' }
const Ready = () => String(useSallyport().ready)
console.log(renderToString(createElement(SallyportProvider, settings, createElement(Ready))))
console.log(createClient(settings).state.status, isApiError(undefined), typeof useSolanaWallets)
