import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ProviderCredentials } from '../../domain/catalog-check/usable-providers.ts'
import { apiKey, BASE_URL, baseUrl } from './config-codecs.ts'
import type { ConfigProblem } from './config-problem.ts'
import { readVariable } from './environment-variable.ts'
import type { Environment, Variable } from './environment-variable.ts'

const API_KEY: Variable<string> = {
  codec: apiKey,
  fallback: null,
  expected: 'a key of visible ASCII characters without spaces',
  secret: true,
}

const ADDRESS: Variable<string> = { codec: baseUrl, fallback: null, expected: BASE_URL }

/** A provider's id as variables begin with it: in capitals, with `_` for every character but letters and digits. */
export const variablePrefix = (providerId: string): string => providerId.toUpperCase().replace(/[^A-Z0-9]/g, '_')

/** The variables of one provider. */
export const providerVariables = (providerId: string): readonly [apiKey: string, baseUrl: string] => {
  const prefix = variablePrefix(providerId)
  return [`${prefix}_API_KEY`, `${prefix}_BASE_URL`]
}

/** Whether a variable of a provider could have this name. */
export const isProviderVariable = (name: string): boolean => /_(?:API_KEY|BASE_URL)$/.test(name)

/** Reads `<PROVIDER>_API_KEY` and `<PROVIDER>_BASE_URL` of each provider, or lists everything wrong with them. */
export const readProviderSettings = (
  env: Environment,
  providerIds: Iterable<string>,
): Either<readonly ConfigProblem[], ReadonlyMap<string, ProviderCredentials>> => {
  const problems: ConfigProblem[] = []
  const read = (name: string, variable: Variable<string>): string | null => {
    const value = readVariable(env, name, variable)
    if (isLeft(value)) problems.push(value.left)
    return isLeft(value) ? null : value.right
  }
  const settings = new Map<string, ProviderCredentials>()
  for (const id of providerIds) {
    const [key, address] = providerVariables(id)
    settings.set(id, { apiKey: read(key, API_KEY), baseUrl: read(address, ADDRESS) })
  }
  return problems.length > 0 ? left(problems) : right(settings)
}
