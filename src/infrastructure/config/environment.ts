import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { env, loadEnvFile } from 'node:process'
import type { Environment } from './environment-variable.ts'

/** The process environment, completed by a `.env` file in `directory`; what is already set is kept. */
export const readEnvironment = (directory: string): Environment => {
  const file = resolve(directory, '.env')
  if (existsSync(file)) loadEnvFile(file)
  return env
}
