import { mkdtempSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, the last of them zero. */
const MAX_SOCKET_PATH_BYTES = 103

/**
 * Where the control socket of a data directory goes: inside it, or in a private temporary directory where its
 * path would be too long for a socket. Windows has named pipes instead, in a space of their own.
 */
export const controlPathFor = (dataDir: string): string => {
  if (platform === 'win32') return `\\\\.\\pipe\\gateway-${randomUUID()}`
  const inside = join(dataDir, 'control.sock')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return inside
  return join(mkdtempSync(join(tmpdir(), 'gateway-')), 'control.sock')
}
