import { lazy, type ReactNode, Suspense } from 'react'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Button } from '../../ui/button.js'
import { Skeleton } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { useCopy } from '../../ui/use-copy.js'

const QrCode = lazy(async () => ({ default: (await import('../../ui/qr-code.js')).QrCode }))

/** The code that a wallet on another device scans, and the same as a link for one on this device. */
export function Pairing({ uri, children }: { uri: string; children: ReactNode }) {
  const { connect, shell } = useConnectCopy()
  const link = useCopy(uri)
  return (
    <Screen title={connect.scanTitle} help={connect.scanHelp}>
      <div className="wallet-qr">
        <Suspense fallback={<Skeleton width={240} height={240} />}>
          <QrCode text={uri} label={connect.qrLabel} />
        </Suspense>
      </div>
      <a className="button secondary" href={uri}>
        {connect.openWallet}
      </a>
      <Button kind="secondary" onPress={link.copy}>
        {link.copied ? shell.copied : connect.copyLink}
      </Button>
      {children}
    </Screen>
  )
}
