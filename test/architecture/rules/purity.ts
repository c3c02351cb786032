import type { Rule } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'

/** Names whose mere mention brings a clock, chance, waiting, or the outside world. */
const IMPURE_NAMES: ReadonlySet<string> = new Set([
  'Buffer',
  'Promise',
  'clearTimeout',
  'console',
  'crypto',
  'eval',
  'fetch',
  'globalThis',
  'performance',
  'process',
  'queueMicrotask',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
])

const IMPURE_MEMBERS: ReadonlySet<string> = new Set(['Date.now', 'Math.random'])
const IMPURE_MARKS: ReadonlySet<string> = new Set(['async', 'await', 'clock', 'import.meta'])

export const domainIsPure: Rule = (tree) =>
  [...tree.modules.values()]
    .filter((module) => isBelow('src/domain')(module.path))
    .flatMap((module) =>
      [
        ...module.names.filter(({ name }) => IMPURE_NAMES.has(name)).map(({ name, line }) => ({ what: name, line })),
        ...module.members
          .filter(({ member }) => IMPURE_MEMBERS.has(member))
          .map(({ member, line }) => ({ what: member, line })),
        ...module.marks.filter(({ mark }) => IMPURE_MARKS.has(mark)).map(({ mark, line }) => ({ what: mark, line })),
      ].map(({ what, line }) => ({ path: module.path, line, message: `uses ${what}; the domain gets it as a value` })),
    )

/** Use cases ask their ports for the time and for ids; a hidden clock cannot be tested. */
const HIDDEN_SOURCES: ReadonlySet<string> = new Set(['Date.now', 'Math.random', 'performance.now', 'process.env'])

export const applicationHasNoClock: Rule = (tree) =>
  [...tree.modules.values()]
    .filter((module) => isBelow('src/application')(module.path))
    .flatMap((module) => [
      ...module.members
        .filter(({ member }) => HIDDEN_SOURCES.has(member))
        .map(({ member, line }) => ({ path: module.path, line, message: `uses ${member}; ask a port` })),
      ...module.names
        .filter(({ name }) => ['console', 'fetch', 'crypto', 'process'].includes(name))
        .map(({ name, line }) => ({ path: module.path, line, message: `uses ${name}; ask a port` })),
    ])
