import { useEffect, useRef, useState } from 'react'
import { formatSeconds } from '../../copy/format-seconds.js'
import type { FundingNetwork, FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { usePrice, worthOf } from '../../modal/use-price.js'
import { Button, QuietButton } from '../../ui/button.js'
import { Address } from '../../ui/copy-button.js'
import { Notice } from '../../ui/notice.js'
import { Fact, Facts, ScreenIcon, Skeleton } from '../../ui/parts.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { writeUnits } from './amounts.js'
import { moveIcon } from './icons.js'
import { factsOf, isSameNetwork, networksOf, pricedAsset } from './networks.js'
import { type BridgeQuote, quoteBridge } from './relay.js'
import { useUnits } from './use-units.js'

/** A price is asked for anew after this time. */
const validMs = 30_000

/** What the bridge wants and delivers, with its price renewed while the user decides. */
export function BridgeOffer(props: {
  order: FundingOrder
  from: FundingNetwork
  onFrom: (network: FundingNetwork) => void
  onAccept: (quote: BridgeQuote) => void
  onOther: () => void
}) {
  const { order, from, onFrom, onAccept, onOther } = props
  const { funding, source } = order
  const { kit, locale } = useModal()
  const { client } = kit
  const { funding: copy } = useFundingCopy()
  const { quote, failed, secondsLeft, retry } = useQuote(order, from)
  const paying = factsOf(client, from)
  const target = factsOf(client, funding.network)
  const held = useUnits({ address: source?.address ?? '', network: from, asset: { token: null } })
  const isShort = quote !== null && held !== null && quote.pays > held
  const pays = quote && writeUnits(quote.pays, paying.coin, locale)
  const choices = networksOf(client, from.type)
  const coin = { ...paying.coin, token: null }
  const paysWorth = useWorth({ network: from, asset: coin }, quote?.pays ?? null)
  const getsWorth = useWorth(funding, quote?.arrives ?? null)
  return (
    <Screen
      title={isolateBidi(copy.bridgeTitle(paying.name, target.name))}
      help={isolateBidi(copy.bridgeHelp(funding.asset.symbol))}
      image={<ScreenIcon icon={moveIcon} busy={quote === null && !failed} />}
      foot={<p>{copy.refundRule}</p>}
    >
      {choices.length > 1 && (
        <fieldset className="picks">
          <legend className="spoken">{copy.paysWith}</legend>
          {choices.map((network) => {
            const { id, name } = factsOf(client, network)
            return (
              <button
                type="button"
                className="pick"
                key={id}
                aria-pressed={isSameNetwork(network, from)}
                onClick={() => onFrom(network)}
              >
                <bdi>{name}</bdi>
              </button>
            )
          })}
        </fieldset>
      )}
      <Facts>
        {source && (
          <Fact label={copy.from}>
            <Address address={source.address} />
          </Fact>
        )}
        <Fact label={copy.youPay} note={paysWorth} kind={isShort ? 'short' : 'total'}>
          {pays === null ? <Skeleton width={90} /> : <bdi>{pays}</bdi>}
        </Fact>
        <Fact label={copy.youGet} note={getsWorth}>
          {quote ? (
            <bdi>{writeUnits(quote.arrives, funding.asset, locale)}</bdi>
          ) : (
            <Skeleton width={90} />
          )}
        </Fact>
        {quote !== null && quote.takes > 0 && (
          <Fact label={copy.takes}>{copy.takesAbout(formatSeconds(quote.takes, locale))}</Fact>
        )}
      </Facts>
      {failed && <Notice tone="warning">{copy.noQuote}</Notice>}
      {isShort && <Notice tone="danger">{copy.amountTooLarge(source?.name ?? '')}</Notice>}
      {quote !== null && <Expiry secondsLeft={secondsLeft} />}
      {failed ? (
        <Button onPress={retry}>{copy.retry}</Button>
      ) : (
        <Button onPress={() => quote && onAccept(quote)} disabled={quote === null || isShort}>
          {pays === null ? copy.quoting : copy.payNow(pays)}
        </Button>
      )}
      <div className="centre">
        <QuietButton onPress={onOther}>{copy.otherWay}</QuietButton>
      </div>
    </Screen>
  )
}

/** About how much an amount is worth, in words; undefined while it is not known. */
function useWorth(
  { network, asset }: Pick<FundingOrder['funding'], 'network' | 'asset'>,
  units: bigint | null,
): string | undefined {
  const { locale } = useModal()
  const { funding: copy } = useFundingCopy()
  const price = usePrice(pricedAsset({ network, asset }))
  if (price === null || units === null) return undefined
  return copy.about(worthOf(price, { ...asset, units, locale }))
}

/** How long the price holds, as a ring and in words. */
function Expiry({ secondsLeft }: { secondsLeft: number }) {
  const { funding: copy } = useFundingCopy()
  const part = (secondsLeft * 1000) / validMs
  return (
    <p className="expiry">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <circle cx="10" cy="10" r="8" pathLength="1" strokeDasharray={`${part} 1`} />
      </svg>
      {copy.newPrice(secondsLeft)}
    </p>
  )
}

/** The latest price, asked for anew when it is too old, and when the paying network changes. */
function useQuote(order: FundingOrder, from: FundingNetwork) {
  const { client } = useModal().kit
  const { environment } = client
  const [state, setState] = useState<{ quote: BridgeQuote | null; failed: boolean }>({
    quote: null,
    failed: false,
  })
  const [secondsLeft, setSecondsLeft] = useState(validMs / 1000)
  const [attempt, setAttempt] = useState(0)
  const { funding, source } = order
  const asked = useRef({ funding, source })
  const { id } = factsOf(client, from)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for the network; `attempt` asks again
  useEffect(() => {
    let isCurrent = true
    const run = async () => {
      while (isCurrent) {
        setState({ quote: null, failed: false })
        try {
          const { funding, source } = asked.current
          if (source === null) return
          const quote = await quoteBridge(client, { funding, source, from })
          if (!isCurrent) return
          setState({ quote, failed: false })
        } catch {
          // The reason is the provider's; the user can change the amount or ask again.
          if (isCurrent) setState({ quote: null, failed: true })
          return
        }
        for (let left = validMs / 1000; left > 0 && isCurrent; left -= 1) {
          setSecondsLeft(left)
          await environment.clock.wait(1000)
        }
      }
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [client, id, attempt, environment])
  return { ...state, secondsLeft, retry: () => setAttempt((count) => count + 1) }
}
