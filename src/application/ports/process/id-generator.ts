/** Makes ids. Each is a UUIDv7 in lower case, so ids sort by the time they were made. */
export interface IdGenerator {
  next(): string
}
