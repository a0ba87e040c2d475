import { useEffect, useState } from 'react'
import type { Funding, FundingOrder } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { FullAddress } from '../../ui/full-address.js'
import { NetworkName } from '../../ui/network-name.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon, Skeleton } from '../../ui/parts.js'
import { QrCode } from '../../ui/qr-code.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { writeUnits } from './amounts.js'
import { unitsNow } from './begin-order.js'
import { factsOf } from './networks.js'
import { keepWatch, newOrder, setAside } from './order-store.js'
import { useArrival } from './use-arrival.js'
import { useOpenOrder } from './use-open-order.js'
import { useOtherAsset } from './use-other-asset.js'

/** The address of the wallet, and the watch for what arrives there. */
export function FundingManualTransfer({
  data,
  end,
}: ScreenProps<'FUNDING_MANUAL_TRANSFER_SCREEN'>) {
  const { funding, order: begun } = data
  const { kit, locale, copy: shared, announce } = useModal()
  const { funding: copy } = useFundingCopy()
  const { name, isTest } = factsOf(kit.client, funding.network)
  const { symbol } = funding.asset
  const order = useWatchOrder(data)
  const arrival = useArrival(order)
  const other = useOtherAsset(order)
  const { hasArrived } = arrival
  useOpenOrder(order, hasArrived)
  useEffect(() => {
    if (hasArrived) announce(copy.arrivedTitle)
  }, [hasArrived, announce, copy.arrivedTitle])
  const finish = () => end('finished', {})
  if (hasArrived && arrival.gain !== null) {
    const gain = writeUnits(arrival.gain, funding.asset, locale)
    return (
      <Screen
        title={copy.arrivedTitle}
        help={isolateBidi(copy.arrivedHelp(gain))}
        image={<ScreenIcon icon="check" tone="success" />}
      >
        <Button onPress={finish}>{copy.done}</Button>
      </Screen>
    )
  }
  return (
    <Screen
      title={copy.manualTitle}
      help={isolateBidi(copy.manualHelp(symbol, name))}
      foot={<p>{isolateBidi(copy.manualOnly(symbol, name))}</p>}
    >
      <div className="centre">
        <QrCode text={funding.address} label={copy.manualQr(funding.address)} />
      </div>
      <div className="centre">
        <FullAddress address={funding.address} />
      </div>
      <div className="centre">
        <NetworkName network={{ name, isTest, colour: null }} />
      </div>
      {other !== null && (
        <Notice tone="warning">
          {copy.manualOther(writeUnits(other.units, other.asset, locale), symbol)}
        </Notice>
      )}
      <p className="note centre" role="status">
        {arrival.failed ? (
          copy.notAsked
        ) : order?.before ? (
          `${copy.manualWaits}…`
        ) : (
          <Skeleton width={160} />
        )}
      </p>
      <Button kind="secondary" onPress={finish}>
        {shared.shell.close}
      </Button>
      {/* The step back of a screen that was opened from the choice leads there, too. */}
      {begun !== null && (
        <div className="centre">
          <QuietButton
            onPress={() => {
              setAside(kit.client, begun)
              end('again', { funding })
            }}
          >
            {copy.otherWay}
          </QuietButton>
        </div>
      )}
    </Screen>
  )
}

/** The order of the watch: the one that was begun before, or a new one with what the wallet holds now. */
function useWatchOrder(data: {
  funding: Funding
  order: FundingOrder | null
}): FundingOrder | null {
  const { client } = useModal().kit
  const [order, setOrder] = useState(data.order)
  const { funding } = data
  const isMissing = order === null
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    void unitsNow(client, funding).then((before) => {
      if (!isCurrent) return
      const made = newOrder(client, { kind: 'manual', funding, source: null, before })
      keepWatch(client, made)
      setOrder(made)
    })
    return () => {
      isCurrent = false
    }
  }, [client, funding, isMissing])
  return order
}
