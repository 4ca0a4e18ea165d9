/**
 * Finds what a migration takes from the release before it, which runs beside the new one during an upgrade: what it reads
 * or writes without knowing better. Tables that the migration itself makes are nobody's yet, and a list of words that takes
 * more of them refuses nothing.
 * @param earlier the migrations before it, by which a list was made
 */
export function contractionsIn(sql: string, earlier = ''): string[] {
  const statements = withoutComments(sql)
    .split(/;|--> statement-breakpoint/)
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const made = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/i.exec(one)?.[1] ?? []).map(bare),
  )
  const remade = new Set(
    statements
      .flatMap(
        (one) =>
          /^create (?:or replace )?(?:function|(?:constraint )?trigger|view) (\S+?)\(?(?: |$|\()/i.exec(
            one,
          )?.[1] ?? [],
      )
      .map(bare),
  )
  const widened = widenedLists(sql, earlier)
  return statements.filter((statement) => {
    const [, list = ''] =
      /^alter table \S+ add constraint (\S+) check \([^,]+ in \([', ]*\)\)$/i.exec(statement) ?? []
    if (widened.has(bare(list))) return false
    const [, table = ''] =
      /^(?:alter table (?:if exists )?(?:only )?|truncate (?:table )?|delete from |drop table (?:if exists )?)([^\s;]+)/i.exec(
        statement,
      ) ?? []
    if (made.has(bare(table))) return false
    if (/^(drop table|drop view|drop schema|drop type|truncate|delete from)\b/i.test(statement)) return true
    if (/^drop (function|trigger)\b/i.test(statement)) {
      const [, dropped = ''] = /^drop (?:function|trigger) (?:if exists )?([^\s(]+)/i.exec(statement) ?? []
      return !remade.has(bare(dropped))
    }
    if (/^create unique index\b/i.test(statement)) {
      const [, on = ''] = /\bon (?:only )?([^\s(]+)/i.exec(statement) ?? []
      return !made.has(bare(on))
    }
    return /^alter table\b/i.test(statement) && statement.split(/,(?![^(]*\))/).some(takesAway)
  })
}

/** The checks of a list of words that the migration replaces by a list which has all words of the one before. */
function widenedLists(sql: string, earlier: string): Set<string> {
  const lists = (text: string) =>
    [...text.matchAll(/constraint "?(\w+)"? check \([^()]+ in \(([^()]*)\)\)/gi)].map(
      ([, name = '', words = '']) => [bare(name), words.split(',').map((word) => word.trim())] as const,
    )
  const before = new Map(lists(earlier))
  const dropped = new Set([...sql.matchAll(/drop constraint "?(\w+)/gi)].map(([, name = '']) => bare(name)))
  const widened = lists(sql).filter(([name, words]) => {
    const known = before.get(name)
    return known !== undefined && dropped.has(name) && known.every((word) => words.includes(word))
  })
  return new Set(widened.map(([name]) => name))
}

/** Of one action of ALTER TABLE. */
function takesAway(action: string): boolean {
  if (
    /\brename\b|\bdrop column\b|\bdrop (?!constraint\b|default\b|not null\b|expression\b|identity\b)\S/i.test(
      action,
    )
  )
    return true
  if (/\balter (column )?\S+ (set data )?type\b|\bset not null\b|\bdrop default\b/i.test(action)) return true
  if (/\badd constraint\b/i.test(action)) return true
  const isColumn = /\badd (column )?(if not exists )?"?\w+"? /i.test(action)
  return isColumn && /\bnot null\b/i.test(action) && !/\bdefault\b|\bgenerated\b/i.test(action)
}

const bare = (name: string) =>
  name
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase()

function withoutComments(sql: string): string {
  return sql
    .replaceAll('--> statement-breakpoint', ';')
    .replace(/--.*$/gm, '')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
}
