import { APIError } from 'openai'
import { thrownBy } from './thrown-by.ts'

/** The error with which the official SDK says that a call was refused. */
export const apiErrorOf = async (call: () => PromiseLike<unknown>): Promise<APIError> => {
  const error = await thrownBy(call)
  if (error instanceof APIError) return error
  throw error
}
