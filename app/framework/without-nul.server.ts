import { Transform } from 'node:stream'

/**
 * Drops NUL bytes from a page on its way. React 18 fills buffers of 2,048 bytes and sends each one whole: where
 * a character of several bytes does not fit the end of one, a NUL stands in its place, in the middle of a Russian
 * word, and the browser finds another text than the server rendered. HTML itself has no use for a NUL.
 */
export function withoutNul(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk)
    },
  })
}
