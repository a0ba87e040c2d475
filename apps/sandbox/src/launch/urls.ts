import type { Ports } from './ports.js'

/** Builds the URLs of all parts. */
export function urlsFrom(ports: Ports) {
  const at = (port: number) => `http://localhost:${port}`
  const dashboardUrl = at(ports.dashboard)
  return {
    authUrl: at(ports.auth),
    dashboardUrl,
    demoUrl: at(ports.demo),
    secondDemoUrl: at(ports.secondDemo),
    inboxUrl: `${dashboardUrl}/inbox`,
    clockUrl: `${dashboardUrl}/clock`,
    evmRpcUrl: at(ports.evm),
    solanaRpcUrl: at(ports.solana),
    esploraUrl: at(ports.bitcoin),
    bundlerUrl: `${at(ports.smartWallets)}/rpc`,
    paymasterUrl: `${at(ports.smartWallets)}/paymaster`,
    captchaUrl: at(ports.captcha),
    oauthUrl: at(ports.oauth),
    telegramUrl: at(ports.telegram),
    farcasterUrl: at(ports.farcaster),
    relayUrl: `ws://localhost:${ports.relay}`,
  }
}
export type Urls = ReturnType<typeof urlsFrom>
