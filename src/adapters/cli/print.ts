import { escapeUnseen } from '../../domain/visible-text.ts'
import type { CommandInput, CommandOutput } from './command.ts'

/** Terminal control characters in stored text would let an e-mail address rewrite the operator's screen. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '�')

/** Rows under a header, columns as wide as their widest cell. */
export const printTable = (
  out: CommandOutput,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void => {
  const cells = [header, ...rows].map((row) => row.map(printable))
  const widths = header.map((_title, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  out.stdout(`${lines.join('\n')}\n`)
}

export const printLine = (out: CommandOutput, text: string): void => out.stdout(`${printable(text)}\n`)

export const printError = (out: CommandOutput, text: string): void => out.stderr(`${printable(text)}\n`)

export const printJson = (out: CommandOutput, value: unknown): void =>
  out.stdout(`${escapeUnseen(JSON.stringify(value, null, 2))}\n`)

export const wantsJson = (input: CommandInput): boolean => input.switches.has('json')

/** ISO 8601, to the second. */
export const printTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`
