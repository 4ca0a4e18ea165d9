import { readFileSync } from 'node:fs'

/** What documents of the repository name as their proof. */

/** Names in backticks that are files of the repository: with a folder of it, or with the ending of a file. */
export const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => /^(app|backend|docs|tests|scripts|locales)\/|^[\w.-]+\.(json|ts|md)$/.test(name))

/** The titles that a text quotes, each with the test that it names: its path in backticks, a colon, “one title”, “another”. */
export const quotedTitles = (text: string): [path: string, title: string][] =>
  [...text.matchAll(/`([^`\s]+)`:\s*(“[^”]+”(?:,\s+“[^”]+”)*)/g)].flatMap(([, path, titles]) =>
    [...titles!.matchAll(/“([^”]+)”/g)].map(([, title]): [string, string] => [path!, title!]),
  )

/** Those of them that do not stand in their test. */
export const missingTitles = (text: string): [path: string, title: string][] =>
  quotedTitles(text).filter(
    ([path, title]) => !readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(title),
  )
