import { Captcha, useLoginWithEmail } from '@sallyport/react'
import { type FormEvent, useState } from 'react'

export function Email() {
  const { sendCode, loginWithCode, state } = useLoginWithEmail()
  const [text, setText] = useState('')
  const isCode = state.status === 'awaiting-code-input' || state.status === 'submitting-code'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      if (isCode) await loginWithCode({ code: text })
      else await sendCode({ email: text })
      setText('')
    } catch {
      // `state.error` has it.
    }
  }
  return (
    <form onSubmit={submit}>
      <label>
        {isCode ? 'Code' : 'Email'}
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {/* Empty while the app has no captcha, and until the captcha asks something. */}
      <Captcha />
      <button type="submit">{isCode ? 'Log in' : 'Send code'}</button>
      {state.status === 'error' && <p role="alert">{state.error.message}</p>}
    </form>
  )
}
