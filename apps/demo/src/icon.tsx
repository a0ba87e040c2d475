import type { ReactNode } from 'react'

/* Lucide outlines (ISC licence). The chains' marks belong to their owners. */
const lines = {
  copy: (
    <>
      <rect width="14" height="14" x="8" y="8" rx="2" />
      <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />
    </>
  ),
  check: <path d="M20 6 9 17l-5-5" />,
  alert: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </>
  ),
  cancel: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M8 12h8" />
    </>
  ),
  mail: (
    <>
      <rect width="20" height="16" x="2" y="4" rx="2" />
      <path d="m22 7-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7" />
    </>
  ),
  inbox: (
    <>
      <path d="M22 12h-6l-2 3h-4l-2-3H2" />
      <path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z" />
    </>
  ),
  wallet: (
    <>
      <path d="M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1" />
      <path d="M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4" />
    </>
  ),
} satisfies Record<string, ReactNode>

const bitcoin = (
  <path d="M8 3v2H6v2h2v10H6v2h2v2h2v-2h1.5v2h2v-2.1A4.2 4.2 0 0 0 15.6 11.3 3.9 3.9 0 0 0 13.5 5.1V3h-2v2H10V3H8Zm2 4h3a2 2 0 0 1 0 4h-3V7Zm0 6h3.6a2 2 0 0 1 0 4H10v-4Z" />
)
const marks = {
  'bitcoin-segwit': bitcoin,
  'bitcoin-taproot': bitcoin,
  ethereum: <path d="M12 2 6 12.2l6 3.6 6-3.6L12 2ZM6 13.7 12 22l6-8.3-6 3.5-6-3.5Z" />,
  solana: (
    <path d="M7 4h13.5l-3.3 3.6H3.7L7 4ZM3.7 10.2h13.5l3.3 3.6H7l-3.3-3.6ZM7 16.4h13.5L17.2 20H3.7L7 16.4Z" />
  ),
} satisfies Record<string, ReactNode>

/** A decorative icon in the text colour; the text beside it carries the meaning. */
export function Icon({ name }: { name: keyof typeof lines | keyof typeof marks }) {
  return name in marks ? (
    <svg className="icon mark" viewBox="0 0 24 24" aria-hidden="true">
      {marks[name as keyof typeof marks] /* checked by `in` */}
    </svg>
  ) : (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {lines[name as keyof typeof lines] /* every other name */}
    </svg>
  )
}

/** Sallyport's logo. */
export function Logo() {
  return (
    <svg className="gate" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2F5D50" />
      <path
        d="M9 25V15a7 7 0 0 1 14 0v10"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path d="M16 25v-8" stroke="#8FD3BE" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
