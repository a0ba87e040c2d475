import { externalWallet, RpcError, type SallyportClient } from '@sallyport/core'

/** How long a wallet may take to appear on the page. */
const detectionTimeoutMs = 3000

/**
 * The connector with this id, or of this entry of the wallet list. Waits for one that appears late: an app's browser sets
 * its wallet while the page loads.
 *
 * @throws RpcError 4900 when there is none after 3 s.
 */
export async function findConnector(
  client: SallyportClient,
  id: string,
): Promise<externalWallet.Connector> {
  const wallets = externalWallet.externalWalletsOf(client)
  const find = () => {
    const { connectors } = wallets.state
    return connectors.find((each) => each.id === id) ?? connectors.find((each) => each.entry === id)
  }
  let stop = () => {}
  const appearing = new Promise<externalWallet.Connector>((resolve) => {
    const look = () => {
      const connector = find()
      if (connector !== undefined) resolve(connector)
    }
    stop = wallets.subscribe(look)
    look()
  })
  const timeout = client.environment.clock.wait(detectionTimeoutMs).then(() => null)
  const found = find() ?? (await Promise.race([appearing, timeout]))
  stop()
  if (found === null) throw new RpcError(4900)
  return found
}
