import { useRequestCopy } from '../modal/use-request-copy.js'
import { Button } from './button.js'
import { Notice } from './notice.js'
import { ScreenIcon } from './parts.js'
import { Requester } from './requester.js'
import { Screen } from './screen.js'

/**
 * Comes before a request that gives away control or value, or is far from usual, so that it is not approved by pressing the
 * usual button in the usual place.
 */
export function FirstWarning(props: {
  title: string
  help?: string
  advice: readonly { title?: string; text: string }[]
  onReject: () => void
  onContinue: () => void
}) {
  const copy = useRequestCopy()
  return (
    <Screen
      title={props.title}
      {...(props.help === undefined ? {} : { help: props.help })}
      image={
        <>
          <Requester />
          <ScreenIcon icon="triangle" tone="danger" />
        </>
      }
    >
      {props.advice.map(({ text, title }) => (
        <Notice tone="danger" key={text} {...(title === undefined ? {} : { title })}>
          {text}
        </Notice>
      ))}
      <div className="actions pair">
        <Button kind="secondary" onPress={props.onContinue}>
          {copy.sign.digestContinue}
        </Button>
        <Button onPress={props.onReject}>{copy.sign.reject}</Button>
      </div>
    </Screen>
  )
}
