/** A value the first screen's field starts with. */
export interface Prefill {
  type: 'email' | 'phone'
  value: string
}
