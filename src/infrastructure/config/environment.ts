import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from 'node:process'
import { parseEnv } from 'node:util'
import { thrownMessage } from '../../application/thrown-message.ts'
import type { GivenVariables } from './env-file.ts'
import type { Environment } from './environment-variable.ts'

/** Node's parser takes a byte order mark for a part of the first name, and after a bare `NAME= ` it eats a line. */
const plain = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')

const readText = (path: string): string => {
  try {
    return plain(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = thrownMessage(error)
    throw new Error(`${path} cannot be read: ${reason}`, { cause: error })
  }
}

export interface Surroundings extends GivenVariables {
  /** The process environment, completed by the file; what is already set is kept. */
  readonly environment: Environment
}

/** Reads the `.env` file in `directory` into the environment of this process, where the libraries find it, too. */
export const readSurroundings = (directory: string): Surroundings => {
  const path = resolve(directory, '.env')
  const inherited = Object.keys(env)
  if (!existsSync(path)) return { environment: env, file: null, inherited }
  const text = readText(path)
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value
  return { environment: env, file: { path, text }, inherited }
}
