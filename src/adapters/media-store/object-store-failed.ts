/** Which variable is wrong where the store refuses a request with a code of S3's protocol. */
const WRONG_VARIABLE: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'S3_REGION',
  PermanentRedirect: 'S3_REGION and S3_ENDPOINT',
  AccessDenied: 'what the key of S3_ACCESS_KEY_ID may do with the bucket',
}

/** The object store refused what was asked, or `isAway`: it is out of reach, silent, or will not serve now. */
export class ObjectStoreFailed extends Error {
  override readonly name = 'ObjectStoreFailed'
  readonly isAway: boolean

  constructor(place: string, isAway: boolean, cause: Error) {
    const reason = `${cause.name}: ${cause.message}`
    super(
      isAway
        ? `the object store of S3_ENDPOINT (${place}) cannot be reached or does not serve now (${reason})`
        : `the object store of S3_ENDPOINT (${place}) refused a request (${reason}): see ${WRONG_VARIABLE[cause.name] ?? 'the S3 variables'}`,
      { cause },
    )
    this.isAway = isAway
  }
}
