/** A reason not to start that the reader can do something about: one sentence, said as it is. */
export class Sentence extends Error {
  override readonly name = 'Sentence'
}
