/**
 * A body of pieces of text, each made once the one before it has been consumed. A client that disconnects ends it
 * without an error. Our own error aborts it, so that nobody takes a part for the whole.
 */
export function textStream(
  pieces: AsyncGenerator<string, void>,
  gone: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next()
          if (done || gone.aborted) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          if (gone.aborted) controller.close()
          else throw error
        }
      },
      cancel: () => void pieces.return(undefined),
    },
    // Nothing is made before it is read.
    { highWaterMark: 0 },
  )
}
