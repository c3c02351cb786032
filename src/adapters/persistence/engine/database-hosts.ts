/** The parts of a PostgreSQL URL: what is before its hosts, the hosts, and what is behind them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s

/**
 * One URL for each host that a URL names: `postgres://a,b:5433/db` is `postgres://a/db` and `postgres://b:5433/db`. A
 * URL of one host is itself.
 */
export const hostUrls = (url: string): readonly [string, ...string[]] => {
  const [, before, hosts = '', behind = ''] = PARTS.exec(url) ?? []
  if (before === undefined || !hosts.includes(',')) return [url]
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host.trim()}${behind}`)
  return [first ?? url, ...others]
}

/** The modes that the driver takes for `verify-full`, with a warning of ten lines that they will mean less one day. */
const WEAKER_MODE = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/** A URL that names what the driver makes of it: encrypted, and the certificate checked with the name of the host. */
export const withPlainMode = (url: string): string =>
  url.includes('uselibpqcompat=true') ? url : url.replace(WEAKER_MODE, '$1verify-full')
