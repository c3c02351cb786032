/** The object store refused what was asked, or `isAway`: it is out of reach, silent, or will not serve now. */
export class ObjectStoreFailed extends Error {
  override readonly name = 'ObjectStoreFailed'
  readonly isAway: boolean

  constructor(place: string, isAway: boolean, cause: Error) {
    const reason = `${cause.name}: ${cause.message}`
    super(
      isAway
        ? `the object store of S3_ENDPOINT (${place}) cannot be reached or does not serve now (${reason})`
        : `the object store of S3_ENDPOINT (${place}) refused a request (${reason}): see the S3 variables`,
      { cause },
    )
    this.isAway = isAway
  }
}
