import { useState } from 'react'
import type { FundingOrder, OnRampProvider } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { Hash } from '../../ui/copy-button.js'
import { Notice } from '../../ui/notice.js'
import { Fact } from '../../ui/parts.js'
import { readCoinbase } from './coinbase.js'
import { providerNames } from './methods.js'
import { readMoonpay } from './moonpay.js'
import { factsOf } from './networks.js'
import { forgetOrder, setAside } from './order-store.js'
import { ExplorerLink, Outcome, type Standing, TransactionFact } from './outcome.js'
import { openPaymentWindow } from './payment-window.js'
import type { ProviderState } from './provider-state.js'
import { useOpenOrder } from './use-open-order.js'
import { usePolling } from './use-polling.js'

/** How often providers are asked; a payment takes minutes. */
const everyMs = 3000

/** A payment at MoonPay. */
export function MoonpayStatus(props: ScreenProps<'MOONPAY_STATUS_SCREEN'>) {
  return <ProviderStatus {...props} kind="moonpay" />
}

/** A payment at Coinbase. */
export function CoinbaseOnRampStatus(props: ScreenProps<'COINBASE_ONRAMP_STATUS_SCREEN'>) {
  return <ProviderStatus {...props} kind="coinbase" />
}

const readers = { moonpay: readMoonpay, coinbase: readCoinbase } satisfies Record<
  OnRampProvider,
  unknown
>

/** A payment in a provider's window: what the provider says of it, which goes on when window and screen are closed. */
function ProviderStatus(props: {
  kind: OnRampProvider
  data: { order: FundingOrder }
  end: ScreenProps<'MOONPAY_STATUS_SCREEN'>['end']
}) {
  const { kind, data, end } = props
  const { order } = data
  const { funding } = order
  const { copy: shared, kit } = useModal()
  const { client } = kit
  const { funding: copy } = useFundingCopy()
  const { value, failed } = usePolling(() => readers[kind](client, order), {
    everyMs,
    isLast: ({ at }) => at === 'success' || at === 'failure',
  })
  const at = value?.at ?? 'waiting'
  const isOver = at === 'success' || at === 'failure'
  useOpenOrder(order, isOver)
  const standing = useStanding(at, order, providerNames[kind])
  const leave = () => {
    // Until it is over it may still be paid in the provider's window.
    if (isOver) forgetOrder(client, order)
    else setAside(client, order)
    end('again', { funding })
  }
  return (
    <Outcome
      order={order}
      standing={standing}
      facts={
        <>
          {order.reference !== null && (
            <Fact label={copy.reference}>
              <Hash hash={order.reference} />
            </Fact>
          )}
          <TransactionFact label={copy.payout} hash={value?.hash ?? null} />
        </>
      }
    >
      {isTest(client.state.config?.funding_urls, order) && (
        <Notice tone="plain">{copy.test}</Notice>
      )}
      {failed && <p className="note centre">{copy.notAsked}</p>}
      {value?.hash !== undefined && (
        <ExplorerLink href={factsOf(client, funding.network).explorerOf(value.hash)} />
      )}
      {at === 'success' ? (
        <Button onPress={() => end('finished', {})}>{copy.done}</Button>
      ) : at === 'failure' ? (
        <Button onPress={leave}>{copy.otherWay}</Button>
      ) : (
        <>
          {at === 'waiting' && <OpenAgain order={order} />}
          <Button kind="secondary" onPress={() => end('finished', {})}>
            {shared.shell.close}
          </Button>
          {at === 'waiting' && (
            <div className="centre">
              <QuietButton onPress={leave}>{copy.otherWay}</QuietButton>
            </div>
          )}
        </>
      )}
    </Outcome>
  )
}

/** Test money: a simulator, or the provider's own test mode. */
function isTest(urls: object | undefined, { kind, funding }: FundingOrder): boolean {
  return urls !== undefined || (kind === 'moonpay' && funding.moonpay.useSandbox)
}

/** Opens the provider's page again, which knows the payment by its reference: it is not paid twice. */
function OpenAgain({ order }: { order: FundingOrder }) {
  const { funding: copy } = useFundingCopy()
  const [isBlocked, setBlocked] = useState(false)
  const { pageUrl } = order
  if (pageUrl === null) return null
  const open = () => {
    const opened = openPaymentWindow()
    setBlocked(opened === null)
    opened?.show(pageUrl)
  }
  return (
    <>
      {isBlocked && <Notice tone="warning">{copy.blocked}</Notice>}
      <Button onPress={open}>{copy.openAgain}</Button>
    </>
  )
}

function useStanding(at: ProviderState['at'], order: FundingOrder, provider: string): Standing {
  const { funding: copy } = useFundingCopy()
  const { amount, asset } = order.funding
  const all: Record<ProviderState['at'], Standing> = {
    waiting: {
      title: copy.payTitle(provider),
      help: copy.payHelp,
      icon: 'arrow-up-right',
      tone: 'plain',
      busy: true,
    },
    processing: {
      title: copy.processingTitle,
      help: copy.processingHelp(provider),
      icon: 'clock',
      tone: 'plain',
      busy: true,
    },
    success: {
      title: copy.arrivedTitle,
      help: copy.arrivedHelp(`${amount} ${asset.symbol}`),
      icon: 'check',
      tone: 'success',
      busy: false,
    },
    failure: {
      title: copy.failedTitle,
      help: copy.failedHelp,
      icon: 'triangle',
      tone: 'danger',
      busy: false,
    },
  }
  return all[at]
}
