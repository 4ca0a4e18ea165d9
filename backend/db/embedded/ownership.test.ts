import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/postgres'
import { DataFolderInUse, takeOwnership } from './ownership'
import { until } from './until'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

test('a folder has one owner, and is free again when that owner releases it', async () => {
  const dir = dataFolder()
  const first = await takeOwnership(dir, quiet, () => {})
  await expect(takeOwnership(dir, quiet, () => {})).rejects.toThrow(DataFolderInUse)
  await first.release()
  const second = await takeOwnership(dir, quiet, () => {})
  await second.release()
})

test('only the owner may open the lock file, also if an earlier release created it with more rights', async () => {
  const dir = dataFolder()
  const umask = process.umask(0)
  try {
    const first = await takeOwnership(dir, quiet, () => {})
    expect(statSync(`${dir}.lock`).mode & 0o777).toBe(0o600)
    await first.release()
    chmodSync(`${dir}.lock`, 0o666)
    const second = await takeOwnership(dir, quiet, () => {})
    expect(statSync(`${dir}.lock`).mode & 0o777).toBe(0o600)
    await second.release()
  } finally {
    process.umask(umask)
  }
})

test('an owner whose app was killed gets time to end, any other owner does not', async () => {
  const dir = dataFolder()
  const waitMs = { usualMs: 0, orphanMs: 60_000 }
  const first = await takeOwnership(dir, quiet, () => {})
  await expect(takeOwnership(dir, quiet, () => {}, waitMs)).rejects.toThrow(DataFolderInUse)

  const killed = spawnSync(process.execPath, ['--version'])
  writeFileSync(`${dir}.lock`, `${killed.pid}`)
  const logged: string[] = []
  const log = { ...quiet, info: (_details: unknown, text?: string) => void logged.push(text ?? '') }
  const second = takeOwnership(dir, log, () => {}, waitMs)
  expect(await until(() => logged.length > 0, 5_000)).toBe(true)
  expect(logged).toEqual(['an earlier run is still ending; waiting for it'])
  await first.release()
  await (await second).release()
})

test.runIf(process.platform === 'linux')('a lock whose holder was killed can be acquired again', async () => {
  const dir = dataFolder()
  const before = children()
  const logged: string[] = []
  const note = (_details: unknown, text?: string) => void logged.push(text ?? '')
  const log = { ...quiet, info: note, warn: note }
  const owner = await takeOwnership(dir, log, () => expect.unreachable('the lock was lost'))
  const holder = children().filter((pid) => !before.includes(pid))

  for (const pid of holder) process.kill(pid, 'SIGKILL')
  const heldAgain = 'the data folder lock is held again'
  expect(await until(() => logged.includes(heldAgain), 5_000)).toBe(true)

  expect(logged).toEqual(['the holder of the data folder lock ended; taking it again', heldAgain])
  await expect(takeOwnership(dir, quiet, () => {})).rejects.toThrow(DataFolderInUse)
  await owner.release()
  await (await takeOwnership(dir, quiet, () => {})).release()
})

function children(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
}

function dataFolder(): string {
  const path = temporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return join(path, 'postgres')
}
