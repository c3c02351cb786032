import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const isInstalled = (tool: string): boolean => spawnSync(tool, ['-version']).error === undefined

/** Programs that are asked for a second opinion where they are installed. */
export const HAS_FFPROBE = isInstalled('ffprobe') && isInstalled('ffmpeg')
export const HAS_FILE = isInstalled('file')

const withFile = async <A>(bytes: Uint8Array, use: (path: string) => Promise<A>): Promise<A> => {
  const directory = await mkdtemp(join(tmpdir(), 'media-'))
  try {
    const path = join(directory, 'media')
    await writeFile(path, bytes)
    return await use(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** What `file` says of the bytes. */
export const describeBytes = (bytes: Uint8Array): Promise<string> =>
  withFile(bytes, async (path) => (await run('file', ['--brief', path])).stdout.trim())

export interface Probe {
  readonly streams: readonly {
    readonly codec_name: string
    readonly width?: number
    readonly height?: number
    readonly channels?: number
    readonly sample_rate?: string
    readonly nb_read_frames?: string
  }[]
  readonly format: { readonly duration: string }
}

/** What `ffprobe` reads, after `ffmpeg` has decoded every frame; rejects at the first complaint. */
export const probe = (bytes: Uint8Array): Promise<Probe> =>
  withFile(bytes, async (path) => {
    const { stderr } = await run('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-'])
    if (stderr !== '') throw new Error(stderr)
    const wanted = ['-count_frames', '-show_streams', '-show_format', '-of', 'json']
    const { stdout } = await run('ffprobe', ['-v', 'error', ...wanted, path])
    return JSON.parse(stdout) as Probe
  })
