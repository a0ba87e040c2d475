import { useSocialCopy } from '../../modal/use-social-copy.js'
import { Button } from '../../ui/button.js'
import { useCopy } from '../../ui/use-copy.js'

/** The link to the Farcaster app, and its text for another device. */
export function Ways({ uri, isPhone }: { uri: string; isPhone: boolean }) {
  const { social, shell } = useSocialCopy()
  const { copied, copy } = useCopy(uri)
  return (
    <>
      {isPhone && (
        <a className="button primary" href={uri} target="_blank" rel="noreferrer">
          <span className="label">{social.farcasterOpen}</span>
        </a>
      )}
      <Button kind="secondary" onPress={copy}>
        {copied ? shell.copied : social.farcasterLink}
      </Button>
    </>
  )
}
