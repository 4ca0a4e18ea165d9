/**
 * The results of statements that are sent together (`pipelining.ts`). Rejects with the first failure, and only once all
 * have ended: a branch that went on after the transaction was rolled back would write outside it. So `Promise.all` has no
 * place where a transaction writes.
 */
export async function together<Results extends readonly unknown[]>(
  branches: readonly [...{ [At in keyof Results]: Promise<Results[At]> }],
): Promise<Results> {
  const ended = await Promise.allSettled<Promise<unknown>[]>([...branches])
  const failed = ended.find((one): one is PromiseRejectedResult => one.status === 'rejected')
  if (failed) throw failed.reason
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as Results
}
