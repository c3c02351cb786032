/** The database was found away before this caller asked it: what it asked for was not sent. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor() {
    super('the database is away')
  }
}
