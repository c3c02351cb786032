import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { SigningKeyMaker } from '../../application/ports/secrets/signing-key-maker.ts'

export const ALGORITHM = 'EdDSA'

export const ed25519SigningKeys: SigningKeyMaker = {
  make: async (signsFrom) => {
    const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
    const publicJwk = await exportJWK(pair.publicKey)
    return {
      kid: await calculateJwkThumbprint(publicJwk),
      publicJwk: { ...publicJwk },
      privateJwk: { ...(await exportJWK(pair.privateKey)) },
      signsFrom,
      retiredAt: null,
    }
  },
}
