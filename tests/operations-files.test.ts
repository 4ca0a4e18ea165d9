import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  alertsFile,
  expressions,
  readAlerts,
  readDashboard,
  readExpression,
} from './support/operations-files'

/**
 * The dashboard and the alerts hold together by themselves. That the running product serves what they name is tested in
 * `tests/metrics.test.ts`.
 */

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('the dashboard', () => {
  const { panels, templating } = readDashboard()

  it('has a place of its own for each panel', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  it('names no panel twice, and only its own variables', () => {
    const titles = panels.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    const known = new Set([...templating.list.map(({ name }) => name), '__rate_interval', '__all'])
    const named = [...JSON.stringify(panels).matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('writes in a legend only labels that its expression keeps', () => {
    const wrong = panels.flatMap((panel) =>
      panel.type === 'row'
        ? []
        : panel.targets.flatMap(({ expr, legendFormat }) => {
            const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/)
            const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
            return kept ? labels.filter((label) => !kept.includes(label)) : []
          }),
    )
    expect(wrong).toEqual([])
  })
})

describe('the alerts', () => {
  it('have a name of their own, and say what to do', () => {
    const names = readAlerts().map(({ alert }) => alert)
    expect(names.length).toBeGreaterThan(10)
    expect(new Set(names).size).toBe(names.length)
  })

  it.skipIf(!hasPromtool)('pass promtool, and are raised by what they are for and nothing else', () => {
    for (const args of [
      ['check', 'rules', alertsFile],
      ['check', 'config', 'ops/prometheus/prometheus.yaml'],
      ['test', 'rules', 'ops/prometheus/alerts.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      expect({ args, status, output: status === 0 ? '' : stdout + stderr }).toEqual({
        args,
        status: 0,
        output: '',
      })
    }
  })
})

it('every expression can be parsed', () => {
  const broken = expressions().flatMap(({ of, expr }) =>
    readExpression(expr).errors.map((error) => ({ of, error })),
  )
  expect(broken).toEqual([])
  expect(readExpression('sum(rate(x[5m])) by').errors, 'an error is found').not.toEqual([])
})

it.skipIf(!hasPromtool)('every expression of the dashboard passes promtool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rules.yaml')
  const rules = expressions().map(({ expr }, at) => ({ record: `expression_${at}`, expr }))
  writeFileSync(file, stringify({ groups: [{ name: 'expressions', rules }] }))
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
  expect(stdout + stderr).not.toMatch(/FAILED|error/i)
  expect(status).toBe(0)
})
