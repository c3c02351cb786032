import { Resolver } from 'node:dns/promises'

/**
 * Loaded into the service before all else: names that clients choose are asked of the nameserver of this run. The
 * service asks for both families of addresses with one resolver, those of version 4 first.
 */
const server = process.env['HOSTILE_NAME_SERVER']
if (server === undefined) throw new Error('HOSTILE_NAME_SERVER is missing')

const { resolve4 } = Resolver.prototype
Object.assign(Resolver.prototype, {
  resolve4(this: Resolver, ...asked: unknown[]): unknown {
    this.setServers([server])
    return Reflect.apply(resolve4, this, asked)
  },
})
