import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { satisfies, validRange } from 'semver'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closeUnreleased } from '../scripts/changelog.mjs'
import { readAudit, readSbom, sbomArguments } from '../scripts/supply.mjs'

/** What the product is made of: licences, versions that are too old, the list of packages, and what a release says. */

interface Package {
  version: string
  license?: string
  dev?: boolean
  /** Of a package that is installed under another name. */
  name?: string
}
const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  name: string
  packages: Record<string, Package>
}
const { packages } = lockfile
const installed = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, '') }))

describe('licences', () => {
  /** Of what runs in production: they ask for their text, and for nothing else. */
  const permissive = [
    'MIT',
    'MIT-0',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'Unlicense',
  ]
  /** Of tools, and of the typeface, which may be given away with a program. */
  const ofTools = [
    ...permissive,
    'MPL-2.0',
    'OFL-1.1',
    'Python-2.0',
    'CC0-1.0',
    'CC-BY-3.0',
    'CC-BY-4.0',
    'Zlib',
  ]
  /** Packages whose lock entry says nothing: what their own files say. */
  const read: Record<string, string> = {
    busboy: 'MIT',
    dicer: 'MIT',
    eval: 'MIT',
    format: 'MIT',
    'humanize-number': 'MIT',
    only: 'MIT',
    'parse-cache-control': 'BSD-3-Clause',
    'require-like': 'MIT',
    streamsearch: 'MIT',
    'xmlhttprequest-ssl': 'MIT',
  }

  const isAllowed = (expression: string, allowed: readonly string[]): boolean =>
    expression
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)))

  it('are of the list, each of them', () => {
    const wrong = installed
      .map(({ name, version, license = read[name] ?? 'none', dev = false }) => ({
        name,
        version,
        license,
        dev,
      }))
      .filter(({ license, dev }) => !isAllowed(license, dev ? ofTools : permissive))
    expect(wrong).toEqual([])
    expect(isAllowed('(MIT OR GPL-3.0-or-later)', permissive)).toBe(true)
    expect(isAllowed('(MIT AND GPL-3.0-or-later)', permissive)).toBe(false)
  })

  it('that the lock leaves out are read in the packages themselves', () => {
    const silent = installed.filter(({ license }) => license === undefined)
    expect(new Set(silent.map(({ name }) => name))).toEqual(new Set(Object.keys(read)))
    for (const { path, name } of silent.filter((one) => existsSync(one.path))) {
      const own = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
        licenses?: { type: string }[]
      }
      const files = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'License', 'Readme.md', 'README.md', 'readme.md']
      const text = files
        .map((file) => join(path, file))
        .filter(existsSync)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n')
      const said = [...(own.licenses ?? []).map(({ type }) => type), text].join('\n')
      const signs = {
        MIT: /MIT|Permission is hereby granted, free of charge/,
        'BSD-3-Clause': /BSD|Redistribution and use/,
      }
      expect([name, signs[read[name] as keyof typeof signs].test(said)]).toEqual([name, true])
    }
  })
})

it('no package that runs in production has a weakness that a later version has mended', () => {
  const floors = JSON.parse(readFileSync('ops/supply/floors.json', 'utf8')) as Record<
    string,
    { fixed: string; why: string }
  >
  for (const [name, { fixed, why }] of Object.entries(floors))
    expect([name, validRange(fixed) !== null, /^(CVE-\d{4}-\d+(, )?)+$/.test(why)]).toEqual([
      name,
      true,
      true,
    ])
  const old = installed.filter(
    ({ name, version, dev }) => !dev && floors[name] && !satisfies(version, floors[name].fixed),
  )
  expect(old.map(({ path, version, name }) => `${path} ${version}: ${floors[name]!.why}`)).toEqual([])
  const known = new Set(installed.map(({ name }) => name))
  expect(
    Object.keys(floors).filter((name) => !known.has(name)),
    'of no package here',
  ).toEqual([])
})

it('the list of packages has everything that runs in production, and no place that it came from', () => {
  const { status, stdout } = spawnSync('npm', sbomArguments, { encoding: 'utf8', maxBuffer: 1 << 28 })
  expect(status).toBe(0)
  const { components, dependencies } = readSbom(stdout, lockfile)
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const running = installed
    .filter(({ dev }) => !dev)
    .map(({ path, name, version }) => `${packages[path]!.name ?? name}@${version}`)
  expect(running.filter((one) => !listed.has(one))).toEqual([])
  expect([...listed].filter((one) => !running.includes(one))).toEqual([])
  for (const name of ['express', 'pg', 'fastify', '@aws-sdk/client-s3'])
    expect(components.map((one) => one.name)).toContain(name)
  const refs = new Set(dependencies.map(({ ref }) => ref))
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  const places = JSON.stringify(components.map(({ name: _name, ...rest }) => rest))
  expect(places).not.toMatch(/https?:|\.tgz/)
})

describe('npm audit', () => {
  const found = (severity: string) => ({ name: 'left-pad', severity, range: '<1.3.0' })

  it('fails for what is high or critical', () => {
    const answer = { vulnerabilities: { a: found('critical'), b: found('high'), c: found('moderate') } }
    expect(readAudit(JSON.stringify(answer))).toEqual({
      kind: 'known',
      production: ['left-pad <1.3.0: critical', 'left-pad <1.3.0: high'],
      others: 1,
    })
    expect(readAudit('{"vulnerabilities": {}}')).toEqual({ kind: 'known', production: [], others: 0 })
  })

  it('that nobody answers is left out, with the reason and without the address', () => {
    const refused = { statusCode: 405, uri: 'https://packages.internal/-/npm/v1/security', message: 'no' }
    expect(readAudit(JSON.stringify(refused))).toEqual({
      ...{ kind: 'left out', why: 'the registry answers 405', isOffered: false },
    })
    expect(readAudit('{"error": {"code": "ENOTFOUND"}}')).toEqual({
      ...{ kind: 'left out', why: 'the registry does not answer', isOffered: true },
    })
    for (const odd of ['', 'null', '<html>', '[]']) expect(readAudit(odd)).toMatchObject({ kind: 'left out' })
  })
})

describe('npm run supply', () => {
  /** Runs it with an npm that answers an audit so. */
  function supply(answer: string, more: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'supply-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const sbom = { components: [], dependencies: [], metadata: { component: { 'bom-ref': 'x' } } }
    const npm = `#!/bin/sh\n[ "$1" = audit ] && echo '${answer}' || echo '${JSON.stringify(sbom)}'\n`
    writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
    cpSync('package-lock.json', join(folder, 'package-lock.json'))
    const { CI: _ci, ...rest } = process.env
    const env = { ...rest, ...more, PATH: `${folder}:${process.env.PATH}` }
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/supply.mjs')], {
      ...{ cwd: folder, env, encoding: 'utf8' },
    })
    return { status, text: stdout + stderr }
  }
  const silent = '{"error": {"code": "ENOTFOUND"}}'

  it('fails in CI where the registry can’t be reached, and says so elsewhere', () => {
    expect(supply(silent, {})).toMatchObject({
      status: 0,
      text: expect.stringContaining('LEFT OUT') as string,
    })
    const inCi = supply(silent, { CI: 'true' })
    expect(inCi).toMatchObject({ status: 1, text: expect.stringContaining('npm audit: FAILED') as string })
    expect(supply('{"statusCode": 503}', { CI: 'true' }).status).toBe(1)
    expect(supply('', { CI: 'true' }).status).toBe(1)
  })

  it('leaves the audit out where the registry has none, as mirrors have', () => {
    for (const statusCode of [404, 405])
      expect(supply(JSON.stringify({ statusCode }), { CI: 'true' })).toMatchObject({
        status: 0,
        text: expect.stringContaining(
          `LEFT OUT, nothing is known about weaknesses of packages: the registry answers ${statusCode}`,
        ) as string,
      })
  })

  it('fails for a weakness', () => {
    const found = { vulnerabilities: { a: { name: 'left-pad', severity: 'high', range: '<1' } } }
    expect(supply(JSON.stringify(found), {}).status).toBe(1)
    expect(supply('{"vulnerabilities": {}}', { CI: 'true' }).status).toBe(0)
  })
})

describe('the changelog', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')

  it('has the present version, a day for each, and what an upgrade needs', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const parts = changelog.split(/^## /m).slice(1)
    expect(parts[0]).toMatch(/^Unreleased\n/)
    for (const part of parts.slice(1))
      expect(part).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)\n[^]*^### Upgrading$/m)
    expect(parts[1]).toContain(`${version} (`)
  })

  it('is closed by a release', () => {
    const text =
      '# Changes\n\n## Unreleased\n\n- One thing.\n\n### Upgrading\n\n- Nothing.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n'
    expect(closeUnreleased(text, '0.2.0', '2026-02-03')).toBe(
      '# Changes\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- One thing.\n\n### Upgrading\n\n- Nothing.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
    )
    const closed = closeUnreleased(text, '0.2.0', '2026-02-03')
    expect(() => closeUnreleased(closed, '0.3.0', '2026-02-04')).toThrow('says nothing about this release')
    expect(() => closeUnreleased(text, '0.1.0', '2026-02-04')).toThrow('has 0.1.0 already')
    expect(() => closeUnreleased(text.replace('### Upgrading', '### Other'), '0.2.0', '2026-02-03')).toThrow(
      'Upgrading',
    )
    expect(() => closeUnreleased('# Changes\n', '0.2.0', '2026-02-03')).toThrow('Unreleased')
  })
})
