import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
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

/** CI has it, so a missing one is a failure there. */
const hasPromtool = Boolean(process.env.CI) || spawnSync('promtool', ['--version']).status === 0

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

describe('who is woken by them', () => {
  const [, section = ''] =
    /### Who is woken\n([^]*?)\n## /.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const blocks = [...section.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text)
  const [override, routes, alerting] = blocks.map((text): unknown => parse(text))
  const config = readFileSync('ops/prometheus/compose.yaml', 'utf8')
  const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, unknown>
    networks: Record<string, { internal?: boolean } | null>
  }

  it('is said as it is: nobody, while the installation has no Alertmanager', () => {
    const isConnected = /alerting:/.test(config) || JSON.stringify(compose).includes('alertmanager')
    expect({ isConnected, isSaid: section.trim().startsWith('Nobody, until you connect somebody.') }).toEqual(
      {
        isConnected: false,
        isSaid: true,
      },
    )
  })

  it('is connected by a service that Prometheus reaches, and that reaches the world', () => {
    const { alertmanager } = (override as { services: Record<string, { networks: string[] }> }).services
    const isInternal = (name: string) => compose.networks[name]?.internal === true
    expect(alertmanager!.networks.filter((name) => !(name in compose.networks))).toEqual([])
    const { networks } = compose.services['prometheus'] as { networks: string[] }
    expect(networks.some((name) => alertmanager!.networks.includes(name))).toBe(true)
    expect(alertmanager!.networks.every(isInternal)).toBe(false)
    const { route, receivers } = routes as {
      route: { receiver: string; routes: { matchers: string[]; receiver: string }[] }
      receivers: { name: string }[]
    }
    const named = [route.receiver, ...route.routes.map(({ receiver }) => receiver)]
    expect(named.sort()).toEqual(receivers.map(({ name }) => name).sort())
    const severities = new Set(readAlerts().map(({ labels }) => labels.severity))
    expect([...severities].sort()).toEqual(named)
    expect(JSON.stringify(alerting)).toContain('alertmanager:9093')
  })

  it.skipIf(!hasPromtool)('passes promtool, with the lines of the page and without', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alerting-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(alertsFile, join(folder, 'alerts.yaml'))
    for (const text of [config, config + blocks[2]!]) {
      writeFileSync(join(folder, 'compose.yaml'), text)
      const { status, stdout, stderr } = spawnSync(
        'promtool',
        ['check', 'config', join(folder, 'compose.yaml')],
        {
          encoding: 'utf8',
        },
      )
      expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
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
