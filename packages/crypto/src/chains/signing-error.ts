/** A signature did not verify after it was made (a hardware fault, or an attack by one); it was not given out. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
}
