import type { ProtocolFailure } from '../failures/protocol-failure.ts'

/** Stops the reading of a body: thrown through the library that reads, and caught where the reading began. */
export class BodyReadAborted extends Error {
  readonly failure: ProtocolFailure

  constructor(failure: ProtocolFailure) {
    super(failure.tag)
    this.failure = failure
  }
}
