/**
 * Ends a command: its report goes to stdout. Of an error the message goes to stderr, after what did not happen by it, and
 * the exit code is 1; it is that as well when the process ends before the command does.
 */
export function printReport(run: () => Promise<string>, failure?: string): void {
  process.exitCode = 1
  run().then(
    (report) => {
      process.stdout.write(report)
      process.exitCode = 0
    },
    ({ message }: Error) => void process.stderr.write(`${failure ? `${failure}: ` : ''}${message}\n`),
  )
}
