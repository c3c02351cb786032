import { posix } from 'node:path'
import type { Rule, SourceTree, Violation } from '../source-tree.ts'
import { edgesOf, isBelow } from './import-edges.ts'
import type { Edge } from './import-edges.ts'

const MAX_FILES_IN_FOLDER = 20

/** A folder with more files than one page lists holds more than one subject. Migrations are one list by nature. */
export const foldersHoldFewFiles: Rule = (tree) => {
  const files = new Map<string, string[]>()
  for (const path of tree.modules.keys()) {
    if (!['src', 'test', 'bench', 'bin', 'hostile', 'ops'].some((top) => isBelow(top)(path))) continue
    const folder = posix.dirname(path)
    files.set(folder, [...(files.get(folder) ?? []), path])
  }
  return [...files].flatMap(([folder, paths]) =>
    paths.slice(MAX_FILES_IN_FOLDER).map((path) => ({
      path,
      line: 0,
      message: `${folder} holds ${paths.length} files, over ${MAX_FILES_IN_FOLDER}`,
    })),
  )
}

/** The room inside `folder` that holds `path`; null for a file that lies in the folder itself. */
const roomIn = (folder: string, path: string): string | null => {
  const rest = path.slice(folder.length + 1).split('/')
  return rest.length > 1 ? (rest[0] ?? null) : null
}

/** What the rooms inside one folder import of each other: room → room → one import that shows it. */
const arrowsIn = (folder: string, edges: readonly Edge[]): ReadonlyMap<string, ReadonlyMap<string, Edge>> => {
  const arrows = new Map<string, Map<string, Edge>>()
  for (const edge of edges) {
    if (!isBelow(folder)(edge.from) || !isBelow(folder)(edge.to)) continue
    const [from, to] = [roomIn(folder, edge.from), roomIn(folder, edge.to)]
    if (from === null || to === null || from === to) continue
    const known = arrows.get(from) ?? new Map<string, Edge>()
    if (!known.has(to)) known.set(to, edge)
    arrows.set(from, known)
  }
  return arrows
}

const reachedFrom = (room: string, arrows: ReadonlyMap<string, ReadonlyMap<string, Edge>>): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = [room]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const to of arrows.get(next)?.keys() ?? []) {
      if (!reached.has(to)) waiting.push(to)
      reached.add(to)
    }
  }
  return reached
}

const circlesIn = (folder: string, edges: readonly Edge[]): readonly Violation[] => {
  const arrows = arrowsIn(folder, edges)
  const rooms = [...arrows.keys()].filter((room) => reachedFrom(room, arrows).has(room))
  const message = `the rooms of ${folder} import each other in a circle: ${rooms.join(', ')}`
  const arrow = rooms.flatMap((room) => [...(arrows.get(room) ?? [])]).find(([to]) => rooms.includes(to))
  return arrow === undefined ? [] : [{ path: arrow[1].from, line: arrow[1].line, message }]
}

const foldersOf = (tree: SourceTree): readonly string[] => {
  const folders = new Set<string>()
  for (const path of tree.modules.keys()) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder)
  }
  return [...folders].filter(isBelow('src'))
}

/** On every floor the rooms of one folder can be read in an order in which each needs only those before it. */
export const roomsFormNoCircle: Rule = (tree) => {
  const edges = edgesOf(tree, isBelow('src')).filter((edge) => edge.relative)
  return foldersOf(tree).flatMap((folder) => circlesIn(folder, edges))
}

/** Rooms that can be taken away whole: no sibling imports them, only the floor that wires them. */
const REMOVABLE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/adapters/providers': ['anthropic', 'google', 'openai', 'openai-compatible', 'sandbox', 'xai'],
  'src/adapters/http': ['account', 'openai', 'service'],
}

export const removableRoomsStandAlone: Rule = (tree) =>
  Object.entries(REMOVABLE_ROOMS).flatMap(([folder, removable]) =>
    edgesOf(tree, isBelow(folder))
      .filter((edge) => isBelow(folder)(edge.to))
      .filter((edge) => {
        const [from, to] = [roomIn(folder, edge.from), roomIn(folder, edge.to)]
        return to !== null && from !== to && removable.includes(to)
      })
      .map((edge) => ({ path: edge.from, line: edge.line, message: `imports a room that may be removed, ${edge.to}` })),
  )
