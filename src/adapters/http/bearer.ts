/** The credential of `Authorization: Bearer …`; empty when there is none. Nothing is read from elsewhere. */
export const bearerOf = (authorization: string | undefined): string => {
  const match = /^bearer +([^\s]+) *$/i.exec(authorization ?? '')
  return match?.[1] ?? ''
}
