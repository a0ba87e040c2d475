import { useEffect, useRef, useState } from 'react'
import { Icon } from './icons.js'

/** The first six digits of a text; other characters are skipped, and Arabic and Persian digits are converted. */
function digitsOf(text: string): string {
  const western = text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  return western.replace(/\D/g, '').slice(0, 6)
}

/** Six cells drawn over one input, so that paste, autofill, Backspace and screen readers work as in any field. */
export function CodeInput(props: {
  label: string
  state: 'typing' | 'busy' | 'right' | 'wrong'
  describedBy: string | undefined
  onComplete: (code: string) => void
  onType: () => void
}) {
  const { label, state, describedBy, onComplete, onType } = props
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)

  // Clear a refused code and keep the focus, so that the user can type the next one at once.
  useEffect(() => {
    if (state !== 'wrong') return
    setCode('')
    input.current?.focus()
  }, [state])

  const type = (text: string) => {
    const digits = digitsOf(text)
    if (state === 'busy' || state === 'right') return
    setCode(digits)
    if (digits !== code) onType()
    if (digits.length === 6 && digits !== code) onComplete(digits)
  }
  const cells = Array.from({ length: 6 }, (_, index) => code[index] ?? '')
  return (
    <div className={`code ${state}`}>
      <input
        ref={input}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={state === 'wrong' || undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        data-autofocus=""
        readOnly={state === 'busy' || state === 'right'}
        value={code}
        onChange={(event) => type(event.target.value)}
      />
      {cells.map((digit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
        <div key={index} aria-hidden="true" className={cellClass(index, code.length, digit)}>
          {digit && <span>{digit}</span>}
        </div>
      ))}
      {state === 'right' && (
        <div className="tick">
          <Icon name="check" size="large" />
        </div>
      )}
    </div>
  )
}

function cellClass(index: number, length: number, digit: string): string {
  const here = index === Math.min(length, 5) ? ' here' : ''
  return `cell${digit ? ' full' : ''}${here}`
}
