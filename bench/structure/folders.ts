import { sourceFiles, sourceImports, table } from './source.ts'
import type { Import, SourceTree } from './source.ts'

/** More files than this are too many for one folder. */
const MOST_FILES = 20

interface Arrows {
  readonly count: number
  /** Arrows that are part of a cycle, as `from → to`. */
  readonly inCycles: readonly string[]
}

interface Folder {
  readonly path: string
  readonly folders: number
  readonly files: number
  /** Between the folders inside this one. */
  readonly ofFolders: Arrows
  /** The same with each file that lies in this folder itself as one more place. */
  readonly ofAll: Arrows
}

/** The places inside a folder, and whether each is a folder. */
const childrenOf = (folder: string, paths: readonly string[]): ReadonlyMap<string, boolean> => {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  return new Map(inside.map((path) => [path.split('/')[0] ?? '', path.includes('/')]))
}

const reaches = (from: string, to: string, next: ReadonlyMap<string, ReadonlySet<string>>): boolean => {
  const seen = new Set<string>()
  const waiting = [from]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === to) return true
    if (seen.has(place)) continue
    seen.add(place)
    waiting.push(...(next.get(place) ?? []))
  }
  return false
}

const arrowsOf = (folder: string, imports: readonly Import[], counts: (place: string) => boolean): Arrows => {
  const placeOf = (path: string): string | null =>
    path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? null) : null
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [one, other] = [placeOf(from), placeOf(to)]
    if (one === null || other === null || one === other || !counts(one) || !counts(other)) continue
    next.set(one, (next.get(one) ?? new Set()).add(other))
  }
  const arrows = [...next].flatMap(([from, places]) => [...places].map((to) => ({ from, to })))
  return {
    count: arrows.length,
    inCycles: arrows.filter(({ from, to }) => reaches(to, from, next)).map(({ from, to }) => `${from} → ${to}`),
  }
}

const foldersOf = (tree: SourceTree): readonly Folder[] => {
  const paths = sourceFiles(tree).map(([path]) => path)
  const imports = sourceImports(tree)
  const folders = new Set(
    paths.flatMap((path) => {
      const parts = path.split('/').slice(0, -1)
      return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
    }),
  )
  return [...folders].toSorted().map((path) => {
    const children = childrenOf(path, paths)
    const isFolder = (place: string): boolean => children.get(place) === true
    const inside = [...children.keys()].filter(isFolder).length
    return {
      path,
      folders: inside,
      files: children.size - inside,
      ofFolders: arrowsOf(path, imports, isFolder),
      ofAll: arrowsOf(path, imports, () => true),
    }
  })
}

const HEAD = [
  'folder',
  'folders in it',
  'files in it',
  'arrows between its folders',
  'of them in a cycle',
  'arrows with its files',
  'of them in a cycle',
]

const row = ({ path, folders, files, ofFolders, ofAll }: Folder): readonly (string | number)[] => [
  path,
  folders,
  files > MOST_FILES ? `**${files}**` : files,
  ofFolders.count,
  ofFolders.inCycles.length,
  ofAll.count,
  ofAll.inCycles.length,
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Folders with folders in them and folders of too many files; the last row sums over all folders. */
export const folderTable = (tree: SourceTree): string => {
  const all = foldersOf(tree)
  const shown = all.filter(({ folders, files }) => folders > 0 || files > MOST_FILES)
  const crowded = all.filter(({ files }) => files > MOST_FILES).length
  const total = [
    `all ${all.length} folders`,
    sum(all.map(({ folders }) => folders)),
    `${sum(all.map(({ files }) => files))}; ${crowded} folders over ${MOST_FILES}`,
    sum(all.map(({ ofFolders }) => ofFolders.count)),
    sum(all.map(({ ofFolders }) => ofFolders.inCycles.length)),
    sum(all.map(({ ofAll }) => ofAll.count)),
    sum(all.map(({ ofAll }) => ofAll.inCycles.length)),
  ]
  return table(HEAD, [...shown.map(row), total])
}

/** Every folder, and every arrow between folders that is part of a cycle. */
export const folderList = (tree: SourceTree): string => {
  const all = foldersOf(tree)
  const cycles = all.flatMap(({ path, ofFolders }) => ofFolders.inCycles.map((arrow) => `${path}: ${arrow}`))
  return [table(HEAD, all.map(row)), '', ...cycles].join('\n')
}
