import type { ConfirmRequest } from '@sallyport/core'
import { useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { BitcoinTransaction } from './bitcoin-transaction.js'
import { draftEthereum, withLimit } from './draft-ethereum.js'
import { OperationTransaction } from './operation.js'
import { quoteEthereum } from './quote-ethereum.js'
import { TransactionRequest } from './request.js'

type Props = ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>
type EthereumRequest = Extract<ConfirmRequest, { chain: unknown; transaction: unknown }>

/** Asks the user to approve a transaction on Ethereum or Bitcoin and shows what becomes of it. */
export function EmbeddedWalletSendTransaction(props: Props) {
  const { request } = props.data.job
  if ('psbt' in request) return <BitcoinTransaction {...props} request={request} />
  if ('calls' in request) return <OperationTransaction {...props} request={request} />
  return 'chain' in request && 'transaction' in request ? (
    <EthereumTransaction {...props} request={request} />
  ) : null
}

function EthereumTransaction(props: Props & { request: EthereumRequest }) {
  const { request, data, end } = props
  const { client } = useModal().kit
  const [callData, setCallData] = useState<`0x${string}` | null>(null)
  const { chain, transaction } = request
  const chosen = callData === null ? transaction : { ...transaction, data: callData }
  const draft = draftEthereum({ ...request, transaction: chosen })
  const site = chain.blockExplorers?.default.url.replace(/\/$/, '')
  const isApproval = draft.action.kind === 'approve-token'
  return (
    <TransactionRequest
      data={data}
      end={end}
      draft={draft}
      quote={() => quoteEthereum(request, { client, draft })}
      explorer={(hash) => (site ? `${site}/tx/${hash}` : null)}
      signsOnly={request.kind === 'sign-transaction'}
      {...(isApproval && {
        setLimit: (units: bigint) => setCallData(withLimit(transaction, units)),
      })}
      {...(callData !== null && { choice: { data: callData } })}
    />
  )
}
