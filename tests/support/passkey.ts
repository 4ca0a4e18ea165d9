import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * A passkey as an authenticator with a browser makes it (Web Authentication Level 3), in software and written anew, so that
 * the product is not its own judge: ES256, no attestation, the owner verified.
 */

export interface AuthenticatorOptions {
  /** The origin of the page that the browser is on. */
  origin: string
  /** What the authenticator says of its owner: verified by PIN or fingerprint; true unless told otherwise. */
  isVerified?: boolean
  /** Whether it counts its signatures; passkeys that are synchronized between devices do not. */
  counts?: boolean
}

const present = 0x01
const verified = 0x04
const attested = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function passkeyAuthenticator({ origin, isVerified = true, counts = true }: AuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let [signatures, owner] = [0, '']
  const flags = present | (isVerified ? verified : 0)

  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      authenticatorAttachment: 'platform',
      response,
    })

  return {
    id,
    /** @param options `PublicKeyCredentialCreationOptionsJSON`, as text. @returns `RegistrationResponseJSON`, as text */
    make(options: string, at = origin): string {
      const { rp, user, challenge } = JSON.parse(options) as {
        rp: { id: string }
        user: { id: string }
        challenge: string
      }
      owner = user.id
      const authData = Buffer.concat([
        sha256(rp.id),
        Buffer.from([flags | attested]),
        uint32(signatures),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKeyOf(publicKey.export({ format: 'jwk' }) as { x: string; y: string }),
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, at).toString('base64url'),
        attestationObject: attestationOf(authData).toString('base64url'),
        transports: ['internal', 'hybrid'],
      })
    },
    /** @param options `PublicKeyCredentialRequestOptionsJSON`, as text. @returns `AuthenticationResponseJSON`, as text */
    prove(options: string, at = origin): string {
      const { rpId, challenge } = JSON.parse(options) as { rpId: string; challenge: string }
      if (counts) signatures += 1
      const authData = Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(signatures)])
      const client = clientData('webauthn.get', challenge, at)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString(
          'base64url',
        ),
        userHandle: owner,
      })
    },
    /** The same passkey for a virtual authenticator of Chromium, once it was made. */
    forChromium: (rpId: string) => ({
      rpId,
      credentialId: credentialId.toString('base64'),
      isResidentCredential: true,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(owner, 'base64url').toString('base64'),
      signCount: signatures,
    }),
    /** Goes back in its count, as a copy of it that was made earlier has it. */
    rewind: () => void (signatures = 0),
  }
}

export type PasskeyAuthenticator = ReturnType<typeof passkeyAuthenticator>

/** A public key of P-256 in COSE (RFC 9053): EC2, ES256. */
function coseKeyOf({ x, y }: { x: string; y: string }): Buffer {
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]
  return Buffer.concat([Buffer.from(head), Buffer.from([0x21]), bytes(x), Buffer.from([0x22]), bytes(y)])
}

/** `{ fmt: 'none', attStmt: {}, authData }` in CBOR (RFC 8949). */
function attestationOf(authData: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
