import type { Rule, Violation } from '../source-tree.ts'
import { edgesOf, isBelow } from './import-edges.ts'
import type { Edge } from './import-edges.ts'

/** The whole of fp-ts the domain may use. At most four modules, so that the domain stays plain code. */
export const DOMAIN_FP_TS: readonly string[] = ['fp-ts/lib/Either.js', 'fp-ts/lib/function.js']

const FLOORS = ['domain', 'application', 'adapters', 'infrastructure'] as const

const floorOf = (path: string): number => FLOORS.findIndex((floor) => isBelow(`src/${floor}`)(path))

const complain = (edge: Edge, message: string): Violation => ({ path: edge.from, line: edge.line, message })

/**
 * Imports point inwards: domain ← application ← adapters ← infrastructure. Nothing in src imports a test or a bench.
 */
export const floorsPointInwards: Rule = (tree) =>
  edgesOf(tree, isBelow('src'))
    .filter((edge) => edge.relative)
    .flatMap((edge) => {
      if (!edge.to.startsWith('src/')) {
        const allowed = floorOf(edge.from) === 3 && /^(migrations\/|package\.json$)/.test(edge.to)
        return allowed ? [] : [complain(edge, `imports ${edge.to}, which is outside src`)]
      }
      const inwards = floorOf(edge.to) !== -1 && floorOf(edge.to) <= floorOf(edge.from)
      return inwards ? [] : [complain(edge, `imports ${edge.to}, a floor further out`)]
    })

const adapterOf = (path: string): string => path.split('/')[2] ?? ''

/** An adapter knows its own library and the ports. Two adapters meet in infrastructure only. */
export const adaptersStandAlone: Rule = (tree) =>
  edgesOf(tree, isBelow('src/adapters'))
    .filter((edge) => edge.to.startsWith('src/adapters/') && adapterOf(edge.from) !== adapterOf(edge.to))
    .map((edge) => complain(edge, `imports another adapter, ${edge.to}`))

export const domainImportsNothing: Rule = (tree) =>
  edgesOf(tree, isBelow('src/domain'))
    .filter((edge) => !edge.relative && !DOMAIN_FP_TS.includes(edge.specifier))
    .map((edge) =>
      complain(edge, `imports ${edge.specifier}; the domain imports itself and ${DOMAIN_FP_TS.join(', ')}`),
    )

export const applicationImportsDomainAlone: Rule = (tree) =>
  edgesOf(tree, isBelow('src/application'))
    .filter((edge) => !edge.relative && edge.to !== 'fp-ts')
    .map((edge) => complain(edge, `imports ${edge.specifier}; use cases reach the world through ports`))
