import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/postgres'
import { serviceAccount } from './account'
import { findBinaries } from './binaries'

test('missing links between the libraries are recreated, and a broken one is replaced', async () => {
  const packageDir = makePackage(folder())
  symlinkSync('libicu.so.59', join(packageDir, 'native/lib/libicu.so'))

  await findBinaries(undefined, folder(), packageDir)

  expect(readlinkSync(join(packageDir, 'native/lib/libicu.so'))).toBe('libicu.so.60')
  expect(readlinkSync(join(packageDir, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
})

test('programs in an accessible folder are run where they are installed', async () => {
  const packageDir = makePackage(folder())
  const { postgres } = await findBinaries(await serviceAccount(packageDir), folder(), packageDir)
  expect(postgres).toBe(join(packageDir, 'native/bin/postgres'))
})

test.runIf(process.getuid?.() === 0)(
  "programs below a folder that the service user can't enter are copied once to the data folder",
  async () => {
    const packageDir = makePackage(mkdtempSync(join(folder(), 'home-'))) // 0700, owned by root
    chmodSync(join(packageDir, 'native/bin/postgres'), 0o700) // installed with a strict umask
    const account = await serviceAccount(packageDir)
    const besideDir = folder()

    const first = await findBinaries(account, besideDir, packageDir)
    expect(first.postgres).toBe(join(besideDir, 'postgres-18.4.0-test-linux-x64/native/bin/postgres'))
    expect(execFileSync(first.postgres, { ...account, cwd: '/' }).toString()).toBe('postgres runs\n')
    expect(realpathSync(join(besideDir, 'postgres-18.4.0-test-linux-x64/native/lib/libpq.so.5'))).toMatch(
      /5\.18$/,
    )

    rmSync(packageDir, { recursive: true, force: true })
    makePackage(join(packageDir, '..'), 'exit 1')
    const second = await findBinaries(account, besideDir, packageDir)
    expect(execFileSync(second.postgres, { ...account, cwd: '/' }).toString()).toBe('postgres runs\n')
  },
)

/** A minimal platform package, as npm unpacks it: without its links. */
function makePackage(parent: string, script = 'echo postgres runs'): string {
  const packageDir = join(parent, 'linux-x64')
  for (const part of ['native/bin', 'native/lib']) mkdirSync(join(packageDir, part), { recursive: true })
  writeFileSync(join(packageDir, 'package.json'), '{"version":"18.4.0-test"}')
  writeFileSync(join(packageDir, 'native/bin/postgres'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(packageDir, 'native/bin/postgres'), 0o755)
  for (const library of ['libpq.so.5.18', 'libicu.so.60'])
    writeFileSync(join(packageDir, 'native/lib', library), '')
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libicu.so.60', target: 'native/lib/libicu.so' },
  ]
  writeFileSync(join(packageDir, 'native/pg-symlinks.json'), JSON.stringify(links))
  return packageDir
}

function folder(): string {
  const path = temporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
