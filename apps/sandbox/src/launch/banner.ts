import type { DevFile } from '@sallyport/protocols/sandbox'

/** Returns the start message: what runs where, and what to do next. */
export function banner(
  dev: DevFile,
  { seconds, folder }: { seconds: number; folder: string },
): string {
  const rows: [string, string, string][] = [
    ['Demo app', dev.demoUrl, 'log in, get a wallet, sign, send'],
    ['Second demo', dev.secondDemoUrl, 'another app, with the wallets of the demo'],
    ['Dashboard', dev.dashboardUrl, 'the app’s settings'],
    ['Inbox', dev.inboxUrl, 'every email and text message the server sends'],
    ['Telegram', dev.telegramUrl, 'opens the demo from inside a double of Telegram'],
    ['Clock', dev.clockUrl, 'move the server’s time ahead'],
    ['Auth origin', dev.authUrl, 'the API and the wallet frame'],
    ['Ethereum', dev.evmRpcUrl, 'local chain 31337'],
    ['Solana', dev.solanaRpcUrl, 'local chain'],
    ['Bitcoin', dev.esploraUrl, 'local chain, Esplora’s API'],
  ]
  const width = Math.max(...rows.map(([, url]) => url.length))
  const lines = rows.map(
    ([name, url, what]) => `    ${name.padEnd(13)}${url.padEnd(width + 3)}${what}`,
  )
  return [
    '',
    `  Sallyport is ready (${seconds.toFixed(1)} s)`,
    '',
    ...lines,
    '',
    `  Next: open ${dev.demoUrl} and log in with any email address or phone number;`,
    `        the code arrives at ${dev.inboxUrl}`,
    '',
    `  Ctrl-C stops everything. Data stays in ${folder}; npm start -- --reset deletes it.`,
    '',
    '',
  ].join('\n')
}
