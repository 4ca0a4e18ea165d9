import { z } from 'zod'
import { call } from '../../call'
import { NewsItem } from '../../content'
import { Plan, SetAmount, SetPercent, draftedSettings, tariffs } from '../../settings'
import { Id, Language, Link, Time } from '../../values'
import { aboveZero, access, extension } from './call'

/** What the operator writes: news, mailings, settings, plans. */

/** Written in both languages; a title is never left empty. */
const Written = z.string().trim().min(1).max(10_000)
const texts = z.object({ ru: Written, en: Written })

export const NewsDraft = z.object({
  title: texts,
  summary: texts,
  body: z.object({ ru: z.string().max(200_000), en: z.string().max(200_000) }),
  image: Link.nullable(),
  top: z.boolean(),
  publishedAt: Time.optional(),
})

/** Bounds in USDT. */
export const PlanDraft = z.object({
  title: texts,
  dailyPercent: SetPercent.regex(aboveZero),
  min: SetAmount.regex(aboveZero),
  max: SetAmount.regex(aboveZero).nullable(),
  termDays: z.number().int().min(1).max(3650),
  extension: z.object({
    days: z.number().int().min(0).max(3650),
    multiplier: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,6})?$/)
      .regex(aboveZero),
  }),
  available: z.boolean(),
})

/** Bodies that carry a long text in both languages. */
const longBodyKb = 1024

export const operatorContent = {
  createNews: call({
    method: 'POST',
    path: '/ext/operator/news',
    access,
    roles: ['editor'],
    extension,
    summary: 'Publishes a news item',
    body: NewsDraft,
    bodyKb: longBodyKb,
    output: NewsItem,
    status: 201,
    keyed: true,
  }),
  editNews: call({
    method: 'PATCH',
    path: '/ext/operator/news/{id}',
    access,
    roles: ['editor'],
    extension,
    summary: 'Edits a news item',
    params: z.object({ id: Id }),
    body: NewsDraft.partial(),
    bodyKb: longBodyKb,
    output: NewsItem,
    errors: ['not_found'],
  }),
  withdrawNews: call({
    method: 'POST',
    path: '/ext/operator/news/{id}/withdraw',
    access,
    roles: ['editor'],
    extension,
    summary: 'Takes a news item off the site',
    params: z.object({ id: Id }),
    output: z.object({}),
    keyed: true,
    errors: ['not_found'],
  }),
  createMailing: call({
    method: 'POST',
    path: '/ext/operator/mailings',
    access,
    roles: ['editor'],
    extension,
    summary: 'Sends a mailing to every investor, or to those of one language',
    body: z.object({
      message: z.object({ ru: z.string().max(60_000), en: z.string().max(60_000) }),
      image: Link.nullable(),
      language: Language.optional(),
    }),
    bodyKb: longBodyKb,
    output: z.object({ recipients: z.number().int().min(0) }),
    status: 201,
    keyed: true,
  }),
  editSetting: call({
    method: 'PATCH',
    path: '/ext/operator/settings/{key}',
    access,
    roles: ['editor'],
    extension,
    summary: 'Changes a setting; each text as {ru, en}, or once where both languages say the same',
    params: z.object({ key: z.enum(draftedSettings) }),
    body: z.object({
      value: z.unknown().meta({ description: "In the shape of the key's own value; held against it" }),
    }),
    bodyKb: longBodyKb,
    output: z.object({ key: z.enum(draftedSettings), value: z.unknown() }),
    errors: ['not_found'],
  }),
  createPlan: call({
    method: 'POST',
    path: '/ext/operator/plans',
    access,
    roles: [],
    extension,
    summary: 'Adds a tariff plan',
    body: PlanDraft.extend({ tariff: z.enum(tariffs) }),
    output: Plan,
    status: 201,
    keyed: true,
  }),
  editPlan: call({
    method: 'PATCH',
    path: '/ext/operator/plans/{id}',
    access,
    roles: [],
    extension,
    summary: 'Changes a plan for deposits that are opened from now on',
    params: z.object({ id: Id }),
    body: PlanDraft.partial(),
    output: Plan,
    errors: ['not_found'],
  }),
}
