import { IncomingMessage } from 'node:http'

/** A piece of a body that is smaller waits here for the next one. */
export const MIN_PIECE_BYTES = 16_384

/**
 * A request whose body comes in pieces of a useful size, however it was sent. Node makes an object of some hundred
 * bytes for every chunk of a chunked body, which may hold one byte, so a body of 29 MB could keep 16 GB. It stands
 * below every reader of bodies, so that what they keep is about as large as what was sent.
 */
export class GatheredRequest extends IncomingMessage {
  #waiting: Buffer | null = null
  /** How much of `#waiting` is filled: it is larger only once it was made here. */
  #filled = 0

  /** Node hands over each piece, and null at the end. False asks it to stop reading from the connection. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.#release()
      return super.push(null)
    }
    if (this.#filled + piece.length >= MIN_PIECE_BYTES) {
      this.#release()
      return super.push(piece)
    }
    this.#keep(piece)
    return true
  }

  #keep(piece: Buffer): void {
    // A body that comes in one piece, as nearly all do, is not copied.
    if (this.#waiting === null) this.#waiting = piece
    else {
      if (this.#waiting.length === this.#filled) {
        const buffer = Buffer.allocUnsafeSlow(MIN_PIECE_BYTES)
        this.#waiting.copy(buffer)
        this.#waiting = buffer
      }
      piece.copy(this.#waiting, this.#filled)
    }
    this.#filled += piece.length
  }

  #release(): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) super.push(waiting.subarray(0, this.#filled))
    this.#filled = 0
  }
}
