/** A reason not to go on that the operator can remove. The message is one sentence and says all there is. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
