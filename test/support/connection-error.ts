/** The code of the error that a new connection meets, such as ECONNREFUSED; null when the server answers. */
export const connectionErrorOf = async (url: string): Promise<string | null> => {
  try {
    await (await fetch(`${url}/v1/health`, { headers: { connection: 'close' } })).text()
    return null
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } }
    return cause?.code ?? 'unknown'
  }
}
