import { listedToken } from '@sallyport/contract/requests'
import type { Chain, SallyportClient } from '@sallyport/core'
import { readToken, readTokenBalance } from '../../chain/read-token.js'
import type { Token } from './preview.js'

/**
 * A token and what the wallet holds of it: by the pinned list, else as its contract describes it. Null when neither says how it
 * counts.
 */
export async function tokenOnChain(
  client: SallyportClient,
  asked: { chain: Chain; token: string; holder: string },
): Promise<Token | null> {
  const listed = listedToken(BigInt(asked.chain.id), asked.token)
  if (listed) {
    // Some contracts of old spell their symbol in another way, or not at all.
    const balance = await readTokenBalance({ client }, asked).catch(() => null)
    return { ...listed, isListed: true, balance }
  }
  const found = await readToken({ client }, asked)
  return found && { ...found, isListed: false }
}
