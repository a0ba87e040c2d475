import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { draftEthereum } from './draft-ethereum.js'
import { quoteEthereum } from './quote-ethereum.js'
import { TransactionRequest } from './request.js'

/** Asks for a yes to an Ethereum transaction and shows what becomes of it. */
export function EmbeddedWalletSendTransaction(
  props: ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>,
) {
  const { client } = useModal().kit
  const { request } = props.data.job
  if (!('chain' in request)) return null
  const { chain } = request
  const draft = draftEthereum(request)
  const site = chain.blockExplorers?.default.url.replace(/\/$/, '')
  return (
    <TransactionRequest
      {...props}
      draft={draft}
      quote={() => quoteEthereum(request, { client, draft })}
      explorer={(hash) => (site ? `${site}/tx/${hash}` : null)}
      signsOnly={request.kind === 'sign-transaction'}
    />
  )
}
