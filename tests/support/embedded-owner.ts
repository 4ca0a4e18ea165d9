/**
 * A process that owns an embedded PostgreSQL and writes to it until it is killed: the victim in
 * `backend/db/embedded.test.ts`. Prints `ready <pid of the server>`, then the number of each commit that the server has
 * acknowledged. Run as `node --import tsx tests/support/embedded-owner.ts <data folder>`.
 */
import { writeSync } from 'node:fs'
import { connect } from '../../backend/db/connect'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const dataDir = process.argv[2]
if (!dataDir) throw new Error('a data folder is needed')

const { pool, embedded } = await connect({ dataDir, log: quiet })
await pool.query('create table if not exists written (n int primary key)')
const { rows } = await pool.query<{ next: number }>('select coalesce(max(n), 0) + 1 as next from written')
writeSync(1, `ready ${embedded?.pid}\n`)
for (let n = rows[0]?.next ?? 1; ; n++) {
  await pool.query('insert into written values ($1)', [n])
  writeSync(1, `${n}\n`)
}
