import { call } from '../api/call.ts'
import { useResource } from './resource.ts'

/** What the service sells. It asks for no session. */
export const useCatalog = () => useResource('', (signal) => call('GET /v1/catalog', { anonymous: true, signal }))

/** By what a person can sign in here. */
export const useMethods = () => useResource('', (signal) => call('GET /v1/auth/methods', { anonymous: true, signal }))
