import type { RequestUiOptions } from '@sallyport/core'
import { useModal } from '../../modal/modal-context.js'
import { Icon } from '../../ui/icons.js'

type Info = NonNullable<NonNullable<RequestUiOptions['transactionInfo']>['contractInfo']>

/** What the app says about the contract: picture, name, link (react-api §4). It is the app's word, not a fact of the chain. */
export function ContractInfo({ info }: { info: Info }) {
  const { copy } = useModal()
  const { name, imgUrl, imgAltText = '', imgSize = 'sm' } = info
  const url = linkOf(info.url)
  const shown = name ?? (url && new URL(url).host)
  if (!shown && !imgUrl) return null
  return (
    <div className={`contract-info ${imgSize}`}>
      {imgUrl && <img src={imgUrl} alt={imgAltText} />}
      {shown && url && (
        <a className="link" href={url} target="_blank" rel="noreferrer noopener">
          <bdi>{shown}</bdi>
          <Icon name="arrow-up-right" size="small" />
          <span className="spoken"> ({copy.shell.opensNewTab})</span>
        </a>
      )}
      {shown && !url && <bdi>{shown}</bdi>}
    </div>
  )
}

/** A web link; anything else counts as not given. */
function linkOf(url: string | undefined): string | null {
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}
