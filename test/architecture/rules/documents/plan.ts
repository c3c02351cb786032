import { posix } from 'node:path'
import type { Rule, SourceTree } from '../../source-tree.ts'

const DOCUMENT = 'docs/architecture.md'

/**
 * Rows of the plan look like ``| `domain/ledger` | what the room decides |``; paths begin below `src`. A row for
 * `adapters/payments/*` describes each folder in `adapters/payments` that has no row of its own.
 */
const roomsOf = (document: string): readonly { readonly folder: string; readonly line: number }[] =>
  document.split('\n').flatMap((text, index) => {
    const room = /^\| `((?:domain|application|adapters|infrastructure)[a-z0-9/-]*\*?)` \| [^|\s]/.exec(text)?.[1]
    return room === undefined ? [] : [{ folder: `src/${room}`, line: index + 1 }]
  })

const foldersOf = (tree: SourceTree): ReadonlySet<string> => {
  const folders = new Set<string>()
  for (const path of tree.modules.keys()) {
    if (!path.startsWith('src/')) continue
    for (let folder = posix.dirname(path); folder !== 'src' && folder !== '.'; folder = posix.dirname(folder)) {
      folders.add(folder)
    }
  }
  return folders
}

/** The plan of the house names every folder of src with one sentence, and no folder that is gone. */
export const planNamesEveryFolder: Rule = (tree) => {
  const rooms = roomsOf(tree.files.get(DOCUMENT) ?? '')
  const folders = foldersOf(tree)
  const named = new Set(rooms.map(({ folder }) => folder))
  const isDescribed = (folder: string): boolean => named.has(folder) || named.has(`${posix.dirname(folder)}/*`)
  const missing = [...folders].filter((folder) => !isDescribed(folder))
  const hasFolder = (room: string): boolean =>
    room.endsWith('/*') ? [...folders].some((each) => posix.dirname(each) === posix.dirname(room)) : folders.has(room)
  return [
    ...missing.map((folder) => ({
      path: DOCUMENT,
      line: 0,
      message: `has no row for ${folder}: add "| \`${folder.slice('src/'.length)}\` | what it decides |"`,
    })),
    ...rooms.flatMap(({ folder, line }, index) => {
      if (!hasFolder(folder)) return [{ path: DOCUMENT, line, message: `names ${folder}, which is no folder` }]
      const isRepeated = rooms.findIndex((room) => room.folder === folder) !== index
      return isRepeated ? [{ path: DOCUMENT, line, message: `names ${folder} twice` }] : []
    }),
  ]
}

/** A room of one of the floors of which the diagram names all rooms. */
const ROOM_OF_DIAGRAM = /^src\/(?:domain|application|adapters)\/([a-z-]+)$/

const wordsOfDiagram = (document: string): ReadonlySet<string> =>
  new Set(/^```mermaid\n(.*?)^```/ms.exec(document)?.[1]?.split(/[^a-z-]+/) ?? [])

/** The diagram of the plan names every room of the three lower floors. */
export const diagramNamesEveryRoom: Rule = (tree) => {
  const words = wordsOfDiagram(tree.files.get(DOCUMENT) ?? '')
  return [...foldersOf(tree)].flatMap((folder) => {
    const room = ROOM_OF_DIAGRAM.exec(folder)?.[1]
    return room === undefined || words.has(room)
      ? []
      : [{ path: DOCUMENT, line: 0, message: `does not name ${folder} in its diagram` }]
  })
}
