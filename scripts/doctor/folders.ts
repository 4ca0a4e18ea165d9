import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Finding, findingsOf, reasonOf } from './finding'

/** Whether a folder can be written to, or be made. Nothing is: what is made here could belong to the wrong user. */
export async function folderFinding(part: string, folder: string, variable: string): Promise<Finding> {
  const { ok, failure } = findingsOf(part)
  const nearest = await nearestPresent(resolve(folder))
  try {
    const { isDirectory } = await stat(nearest).then((entry) => ({ isDirectory: entry.isDirectory() }))
    if (!isDirectory) return failure(`${variable}: ${nearest} is no folder`)
    await access(nearest, constants.W_OK | constants.X_OK)
    return ok(
      nearest === resolve(folder) ? 'its folder can be written to' : 'its folder is made at the start',
    )
  } catch (error) {
    return failure(`${variable}: ${nearest} can't be written to: ${reasonOf(error)}`)
  }
}

async function nearestPresent(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || dirname(path) === path ? path : nearestPresent(dirname(path))
}
