import { foldText } from '@sallyport/contract/requests'
import { useRequestCopy } from '../modal/use-request-copy.js'

/** A text as it is, but for long runs of empty lines and blanks, which are folded to their number. */
export function FoldedText({ text }: { text: string }) {
  const { sign: facts } = useRequestCopy()
  return foldText(text).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity, and never move
      <span className={`fold ${piece.kind}`} key={index}>
        · {piece.kind === 'lines' ? facts.emptyLines(piece.count) : facts.spaces(piece.count)} ·
      </span>
    ),
  )
}
