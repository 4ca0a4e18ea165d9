declare module 's3rver' {
  import { type AddressInfo } from 'node:net'

  /** The parts of a server of S3's protocol that tests use. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
