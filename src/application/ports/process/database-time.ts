/** Milliseconds since the Unix epoch by the clock of the database, at the moment when it reads the question. */
export type DatabaseTime = () => Promise<number>
