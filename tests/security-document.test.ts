import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingTitles, pathsIn, quotedTitles } from './support/documents'

/**
 * What the documents about security name is there: files, titles of tests, and a row for each requirement of the
 * standard. Whether a test shows what its row says is for the reader.
 */

/** The requirements of ASVS 5.0.0: for each section, the level of each of its requirements in turn. */
const levels: Record<string, string> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3' },
  ...{ '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333' },
  ...{ '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222' },
  ...{ '10.6': '22', '10.7': '222' },
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23' },
  ...{ '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
}

const required = Object.entries(levels).flatMap(([section, digits]) =>
  [...digits].flatMap((level, at) => (level === '3' ? [] : [{ id: `${section}.${at + 1}`, level }])),
)

const states = ['held', 'held in part', 'not held', 'does not apply']

const pages = ['docs/security.md', 'docs/security/inventory.md', 'docs/security/asvs.md']
const read = (path: string) => readFileSync(path, 'utf8')

const rows = read('docs/security/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line))
  .map((line) => {
    const [id = '', level = '', about = '', state = '', by = '', ...more] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return { id, level, about, state, by, more }
  })

describe('the rows of the standard', () => {
  it('are its 70 requirements of level 1 and 183 of level 2, each once, in their order', () => {
    expect(required.filter(({ level }) => level === '1')).toHaveLength(70)
    expect(required.filter(({ level }) => level === '2')).toHaveLength(183)
    expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(required)
  })

  it('have five cells: about something, in a state that is one of the four, by something', () => {
    const wrong = rows.filter(
      ({ about, state, by, more }) => !about || !states.includes(state) || !by || more.length > 0,
    )
    expect(wrong).toEqual([])
  })

  it('are counted right, in each chapter and in all', () => {
    const chapters = [...read('docs/security/asvs.md').matchAll(/^## ((\d+)\. .+)$/gm)]
    const countsOf = (name: string, chapter: string | null) => {
      const own = rows.filter(({ id }) => chapter === null || id.split('.')[0] === chapter)
      const counts = states.map((state) => own.filter((row) => row.state === state).length)
      return `| ${[name, own.length, ...counts].join(' | ')} |`
    }
    const counted = [...chapters.map(([, name, chapter]) => countsOf(name!, chapter!)), countsOf('All', null)]
    expect(chapters).toHaveLength(17)
    expect(read('docs/security/asvs.md')).toContain(counted.join('\n'))
  })

  it('that are held name a test, or where the code or the document is', () => {
    const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
    const wrong = rows
      .filter(({ state }) => state === 'held')
      .filter(({ by }) => {
        const paths = pathsIn(by)
        if (by.startsWith('document: ')) return !paths.some((path) => path.startsWith('docs/'))
        if (by.startsWith('code: ')) return paths.length === 0 || !by.includes('no test')
        return !paths.some(isTest)
      })
    expect(wrong).toEqual([])
  })

  it('that are held in part name what holds and what is missing', () => {
    const partly = rows.filter(({ state }) => state === 'held in part')
    const wrong = partly.filter(
      ({ by }) => pathsIn(by).length === 0 || !/\p{L}/u.test(by.replace(/`[^`]*`/g, '')),
    )
    expect(wrong).toEqual([])
  })
})

describe('the documents about security', () => {
  it.each(pages)('%s names files that exist', (page) => {
    const named = pathsIn(read(page))
    expect(named).not.toEqual([])
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('quote titles that stand in the tests that they name', () => {
    expect(missingTitles(read('docs/security.md'))).toEqual([])
    // Every quotation follows the name of its test.
    const all = read('docs/security.md').match(/“[^”]{2,}”/g) ?? []
    expect(quotedTitles(read('docs/security.md'))).toHaveLength(all.length)
  })
})
