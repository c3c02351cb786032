import type { CliUseCases } from '../../adapters/cli/cli-use-cases.ts'
import type { Endpoint } from '../../adapters/http/endpoint.ts'
import type { RecordOperation } from '../record-operation.ts'
import { token } from './token.ts'

/** What faces outwards: HTTP and the command line. */
export const endpoints = token<readonly Endpoint[]>('endpoints')
export const recordOperation = token<RecordOperation>('recordOperation')
export const cliUseCases = token<CliUseCases>('cliUseCases')
