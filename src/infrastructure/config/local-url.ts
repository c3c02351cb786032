import type { Config } from './config.ts'

/** These mean every address of the machine; a client on it uses the loopback one. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where this machine reaches a server that listens on `host`. */
export const localUrl = (host: string, port: number): string => {
  const address = LOOPBACK_OF[host] ?? host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Where clients reach the API: at its public address, without one on this machine. */
export const apiUrl = ({ publicBaseUrl, host, port }: Pick<Config, 'publicBaseUrl' | 'host' | 'port'>): string =>
  publicBaseUrl ?? localUrl(host, port)
