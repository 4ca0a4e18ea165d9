import { type UpstreamFile } from '~/upstream/types'
import { type Reader } from '~/session/reader.server'

/**
 * A file of the upstream as this site's answer. It is shown in place where browsers show its kind, and saved otherwise.
 * What it may not do is in the headers of every file (`middleware/security-headers.server.ts`).
 * @param name without its ending; other characters than letters, digits, `-` and `_` are left out
 */
export function fileAnswer({ kind, bytes, stream }: UpstreamFile, name: string, reader: Reader): Response {
  const fileName = `${name.replace(/[^\w-]/g, '').slice(0, 100) || 'file'}.${kind.extension}`
  return new Response(readWhenDrained(stream, reader), {
    headers: {
      'Content-Type': kind.mediaType,
      'Content-Disposition': `${kind.isShown ? 'inline' : 'attachment'}; filename="${fileName}"`,
      ...(bytes !== null && { 'Content-Length': String(bytes) }),
    },
  })
}

/** A slow reader does not make this process hold the whole file: the framework writes a stream as fast as it receives it. */
function readWhenDrained(stream: ReadableStream<Uint8Array>, reader: Reader): ReadableStream<Uint8Array> {
  const pieces = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        await reader.drained()
        const { value, done } = await pieces.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => pieces.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
