import { type FormEvent, useState } from 'react'
import { Field } from './field.js'

/** Replaces a secret that is never shown again. `save` answers whether it was stored; its owner shows why not. */
export function SecretField(props: {
  label: string
  isSet: boolean
  help: string
  save: (secret: string) => Promise<boolean>
}) {
  const { label, isSet, help, save } = props
  const [text, setText] = useState('')
  const [isSaved, setSaved] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await save(text))) return
    setText('')
    setSaved(true)
  }
  return (
    <form className="secret" onSubmit={(event) => void submit(event)}>
      <Field
        label={label}
        type="password"
        value={text}
        placeholder={isSet ? 'Stored. Type to replace it' : 'Not set'}
        help={help}
        onChange={(next) => {
          setText(next)
          setSaved(false)
        }}
      />
      <button type="submit" className="button" disabled={text === ''}>
        {isSet ? 'Replace' : 'Save'}
      </button>
      <span role="status" className="note">
        {isSaved ? `${label} saved` : ''}
      </span>
    </form>
  )
}
