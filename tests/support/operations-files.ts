import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { z } from 'zod'

/** The files with which a company watches the product, read as what they are. */

const source = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') })
const gridPos = z.strictObject({
  h: z.int().min(1),
  w: z.int().min(1).max(24),
  x: z.int().min(0).max(23),
  y: z.int().min(0),
})
const id = z.int().min(1)
const title = z.string().min(1)

const Row = z.strictObject({
  ...{ id, title, gridPos },
  type: z.literal('row'),
  collapsed: z.boolean(),
  panels: z.tuple([]),
})

const Panel = z.strictObject({
  ...{ id, title, gridPos },
  type: z.enum(['timeseries', 'stat']),
  description: z.string().min(1).optional(),
  datasource: source,
  fieldConfig: z.strictObject({
    defaults: z.strictObject({
      unit: z.enum(['short', 's', 'bytes', 'ops', 'reqps']),
      min: z.number(),
      thresholds: z.strictObject({
        mode: z.literal('absolute'),
        steps: z.array(z.strictObject({ color: z.string(), value: z.number().nullable() })).min(1),
      }),
    }),
    overrides: z.tuple([]),
  }),
  options: z.record(z.string(), z.unknown()),
  targets: z
    .array(
      z.strictObject({
        refId: z.string().regex(/^[A-Z]$/),
        expr: z.string().min(1),
        legendFormat: z.string().min(1),
        datasource: source,
      }),
    )
    .min(1),
})

/** What Grafana reads of a dashboard. A field that is not known here may be misspelt. */
const Dashboard = z.strictObject({
  uid: z.string().regex(/^[\w-]{1,40}$/),
  title,
  tags: z.array(z.string()),
  schemaVersion: z.int().min(36),
  version: z.int(),
  editable: z.boolean(),
  timezone: z.string(),
  refresh: z.string(),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  annotations: z.strictObject({ list: z.tuple([]) }),
  links: z.tuple([]),
  templating: z.strictObject({
    list: z.array(
      z.looseObject({
        name: z.string(),
        type: z.enum(['datasource', 'query']),
        query: z.union([z.string(), z.strictObject({ query: z.string(), refId: z.string() })]),
      }),
    ),
  }),
  panels: z.array(z.discriminatedUnion('type', [Row, Panel])),
})

const Alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
})

export const dashboardFile = 'ops/grafana/tideline.json'
export const alertsFile = 'ops/prometheus/alerts.yaml'

export const readDashboard = () => Dashboard.parse(JSON.parse(readFileSync(dashboardFile, 'utf8')))
export const readAlerts = () =>
  Alerts.parse(parse(readFileSync(alertsFile, 'utf8'))).groups.flatMap(({ rules }) => rules)

/** All expressions, as Prometheus gets them. */
export function expressions(): { of: string; expr: string }[] {
  const shown = readDashboard().panels.flatMap((panel) =>
    panel.type === 'row' ? [] : panel.targets.map(({ expr }) => ({ of: panel.title, expr: filledIn(expr) })),
  )
  return [...shown, ...readAlerts().map(({ alert, expr }) => ({ of: alert, expr }))]
}

/** What Grafana puts in the place of its variables. */
const filledIn = (expr: string): string =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')

export interface Selected {
  metric: string
  /** Names of labels that the metric must have. */
  labels: string[]
}

/** @returns what an expression reads, and where it can't be parsed */
export function readExpression(expr: string): { selected: Selected[]; errors: string[] } {
  const selected: Selected[] = []
  const errors: string[] = []
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) errors.push(`at ${from}: ${expr.slice(from, from + 20)}`)
      if (type.name !== 'VectorSelector') return
      const name = node.getChild('Identifier')
      const matchers = expr.slice(name?.to ?? from, to)
      selected.push({
        metric: name ? expr.slice(name.from, name.to) : '',
        labels: [...matchers.matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
      })
    },
  })
  return { selected, errors }
}
