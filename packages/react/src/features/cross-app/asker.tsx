import type { CrossAppRequester } from '@sallyport/contract'
import { hostOf } from '../../modal/asked-by.js'

/** Who asks: icon, name, and the origin that the server has checked. */
export function Asker({
  requester: { name, icon_url: icon, origin },
}: {
  requester: CrossAppRequester
}) {
  const letter = Array.from(name.trim())[0] ?? ''
  return (
    <div className="requester">
      {icon === null ? (
        <div className="monogram" aria-hidden="true">
          {letter.toUpperCase()}
        </div>
      ) : (
        <img className="asker-logo" src={icon} alt="" />
      )}
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <bdi dir="ltr">{hostOf(origin)}</bdi>
      </span>
    </div>
  )
}
