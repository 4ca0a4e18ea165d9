import { z } from 'zod'
import { type AnomalyRules } from '~/contract/settings'
import {
  countField,
  percentField,
  positiveField,
  tickField,
  versionField,
} from '~/content/form-schemas.server'
import { typedDecimal, typedTick } from '~/content/typed'
import { defineForm } from './define-form.server'

type Rules = z.output<typeof AnomalyRules>

/** What a rule that is switched off begins with when it is switched on. */
const beginnings = {
  refusedSignIns: { attempts: 20, networks: 3 },
  takeover: { percent: '80' },
  unusualAmount: { times: '5', earlier: 3 },
  unusualHour: { hours: 4, earlier: 10 },
  sharedWallet: { investors: 2 },
} satisfies Rules

const maxCount = 1_000

/** When a withdrawal is held for an operator; a rule without its tick is stored as null. */
export const anomalies = defineForm({
  key: 'anomalies',
  schema: (language) =>
    z.object({
      version: versionField,
      refusedSignIns: z.object({
        on: tickField,
        attempts: countField(1, maxCount),
        networks: countField(1, maxCount),
      }),
      takeover: z.object({ on: tickField, percent: percentField(language) }),
      unusualAmount: z.object({
        on: tickField,
        times: positiveField(language),
        earlier: countField(1, maxCount),
      }),
      unusualHour: z.object({ on: tickField, hours: countField(1, 12), earlier: countField(1, maxCount) }),
      sharedWallet: z.object({ on: tickField, investors: countField(2, maxCount) }),
    }),
  typed(stored: Partial<Rules> | null, language) {
    const isOn = (rule: keyof Rules) => ({ on: typedTick(Boolean(stored?.[rule])) })
    const thresholds = <Rule extends keyof Rules>(rule: Rule) => stored?.[rule] ?? beginnings[rule]
    const [signIns, amount, hour] = [
      thresholds('refusedSignIns'),
      thresholds('unusualAmount'),
      thresholds('unusualHour'),
    ]
    return {
      refusedSignIns: {
        ...isOn('refusedSignIns'),
        attempts: String(signIns.attempts),
        networks: String(signIns.networks),
      },
      takeover: { ...isOn('takeover'), percent: typedDecimal(thresholds('takeover').percent, language) },
      unusualAmount: {
        ...isOn('unusualAmount'),
        times: typedDecimal(amount.times, language),
        earlier: String(amount.earlier),
      },
      unusualHour: { ...isOn('unusualHour'), hours: String(hour.hours), earlier: String(hour.earlier) },
      sharedWallet: { ...isOn('sharedWallet'), investors: String(thresholds('sharedWallet').investors) },
    }
  },
  value({ version: _version, ...rules }): Rules {
    const kept = <Thresholds>({ on, ...thresholds }: Thresholds & { on: boolean }) => (on ? thresholds : null)
    return {
      refusedSignIns: kept(rules.refusedSignIns),
      takeover: kept(rules.takeover),
      unusualAmount: kept(rules.unusualAmount),
      unusualHour: kept(rules.unusualHour),
      sharedWallet: kept(rules.sharedWallet),
    }
  },
})
