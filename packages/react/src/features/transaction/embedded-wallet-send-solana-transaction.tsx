import { readChain } from '../../chain/read-chain.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { draftSolana } from './draft-solana.js'
import { quoteSolana } from './quote-solana.js'
import { TransactionRequest } from './request.js'

/** Asks for a yes to a Solana transaction and shows what becomes of it. */
export function EmbeddedWalletSendSolanaTransaction(
  props: ScreenProps<'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN'>,
) {
  const { client } = useModal().kit
  const { request } = props.data.job
  if (!('cluster' in request)) return null
  const { cluster } = request
  const draft = draftSolana(request)
  const read = (method: string, params: readonly unknown[]) =>
    readChain(client, { chain: cluster, method, params })
  const query = cluster.name === 'mainnet-beta' ? '' : `?cluster=${cluster.name}`
  return (
    <TransactionRequest
      {...props}
      draft={draft}
      quote={() => quoteSolana(request, { read })}
      explorer={(hash) =>
        cluster.name === 'localnet' ? null : `https://explorer.solana.com/tx/${hash}${query}`
      }
      signsOnly={request.kind === 'sign-solana-transaction'}
    />
  )
}
