import type { ColumnType } from 'kysely'

/** Written by the database when the row is made, never changed. */
export type MadeByDatabase<T> = ColumnType<T, never, never>
export type WrittenOnce<T> = ColumnType<T, T, never>

/** JSON goes in as text and comes out parsed. */
export type JsonColumn = ColumnType<unknown, string | null, string | null>
