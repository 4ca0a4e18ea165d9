import { Transform } from 'node:stream'

/**
 * Drops NUL bytes from the rendered page. React 18 fills buffers of 2,048 bytes and sends each one whole: where a
 * multi-byte character does not fit the end, a NUL remains in the middle of a Russian word, and hydration finds
 * another text than the server rendered. HTML needs no NUL.
 */
export function withoutNul(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk)
    },
  })
}
