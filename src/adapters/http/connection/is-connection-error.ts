const SOCKET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECANCELED', 'ETIMEDOUT'])

/** Whether an error says that a client broke its connection or sent no HTTP: its own doing, and no defect here. */
export const isConnectionError = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return error.code.startsWith('HPE_') || SOCKET_CODES.has(error.code)
}
