/** Only what is used here: the published types lack `preferred`. */
declare module 'negotiator' {
  import { type IncomingHttpHeaders } from 'node:http'

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders })
    /**
     * The one that the client likes best, or undefined when it accepts none.
     * @param options.preferred of those that it likes alike, the first of these
     */
    encoding<Name extends string>(
      available: readonly Name[],
      options: { preferred: readonly Name[] },
    ): Name | undefined
    /** All that the client accepts, the best first. `*` stands for any. */
    languages(): string[]
  }
}
