import { z } from 'zod'
import { call } from '../../call'
import { Plan, SetAmount, SetPercent, draftedSettings, tariffs } from '../../settings'
import { imageAltMaxLength } from '../../notification'
import { type Understood } from '../../reading'
import { Id, Language, Link, Login, Time, listOf, listQuery, word } from '../../values'
import { proposed } from './approvals'
import { aboveZero, access, extension, reason, texts, version, writtenTexts } from './call'

/** What the operator writes: news, mailings, settings, plans. */

export const NewsDraft = z.object({
  title: writtenTexts,
  summary: writtenTexts,
  body: z.object({ ru: z.string().max(200_000), en: z.string().max(200_000) }),
  image: Link.nullable(),
  top: z.boolean(),
  /** By default now; null leaves it a draft. */
  publishedAt: Time.nullable().optional(),
})

/** A news item as it is written, in both languages. */
const WrittenNews = z.object({
  id: Id,
  title: texts,
  summary: texts,
  image: Link.nullable(),
  top: z.boolean(),
  /** Null: it has never been published. */
  publishedAt: Time.nullable(),
  withdrawnAt: Time.nullable(),
  /** `scheduled`: its time has not come yet. */
  status: word('draft', 'scheduled', 'published', 'withdrawn'),
  version,
})
export type WrittenNews = Understood<typeof WrittenNews>

/** Who of the investors gets a mailing: those to whom all of it applies; everyone without any. */
export const Audience = z.object({
  language: Language.optional(),
  /** Whether they have a deposit that is not closed. */
  deposits: z.enum(['open', 'none']).optional(),
  /** Whether their identity was verified. */
  verified: z.enum(['true', 'false']).optional(),
})

const Mailing = z.object({
  id: Id,
  message: texts,
  image: Link.nullable(),
  audience: Audience,
  recipients: z.number().int().min(0),
  /** Null: the house itself. */
  sentBy: Login.nullable(),
  sentAt: Time,
})
export type Mailing = Understood<typeof Mailing>

/** Bounds in USDT. */
export const PlanDraft = z.object({
  title: writtenTexts,
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
  news: call({
    method: 'GET',
    path: '/ext/operator/news',
    access,
    roles: ['editor'],
    extension,
    summary: 'News with drafts and what was withdrawn, newest first; without bodies',
    query: listQuery(['publishedAt'], {
      status: z.enum(['draft', 'scheduled', 'published', 'withdrawn']).optional(),
    }),
    output: listOf(WrittenNews),
  }),
  newsItem: call({
    method: 'GET',
    path: '/ext/operator/news/{id}',
    access,
    roles: ['editor'],
    extension,
    summary: 'One news item as it is written',
    params: z.object({ id: Id }),
    output: WrittenNews.extend({ body: texts }),
    errors: ['not_found'],
  }),
  createNews: call({
    method: 'POST',
    path: '/ext/operator/news',
    access,
    roles: ['editor'],
    extension,
    summary: 'Publishes a news item, or stores a draft',
    body: NewsDraft,
    bodyKb: longBodyKb,
    output: WrittenNews,
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
    body: NewsDraft.partial().extend({ version: version.optional() }),
    bodyKb: longBodyKb,
    output: WrittenNews,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  publishNews: call({
    method: 'POST',
    path: '/ext/operator/news/{id}/publish',
    access,
    roles: ['editor'],
    extension,
    summary: 'Puts a draft, or what was withdrawn, on the site now',
    params: z.object({ id: Id }),
    body: z.object({ version: version.optional() }),
    output: WrittenNews,
    keyed: true,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  withdrawNews: call({
    method: 'POST',
    path: '/ext/operator/news/{id}/withdraw',
    access,
    roles: ['editor'],
    extension,
    summary: 'Takes a news item off the site',
    params: z.object({ id: Id }),
    output: WrittenNews,
    keyed: true,
    errors: ['not_found'],
  }),
  createMailing: call({
    method: 'POST',
    path: '/ext/operator/mailings',
    access,
    roles: ['editor'],
    extension,
    summary: 'Sends a mailing to every investor, or to some of them',
    body: Audience.extend({
      message: z.object({ ru: z.string().max(60_000), en: z.string().max(60_000) }),
      image: Link.nullable(),
      /** What the picture shows, in words; the language of no recipient may be left empty. */
      imageAlt: z
        .object({ ru: z.string().max(imageAltMaxLength), en: z.string().max(imageAltMaxLength) })
        .nullable()
        .optional(),
    }),
    bodyKb: longBodyKb,
    output: z.object({ id: Id, recipients: z.number().int().min(0) }),
    status: 201,
    keyed: true,
  }),
  mailings: call({
    method: 'GET',
    path: '/ext/operator/mailings',
    access,
    roles: ['editor'],
    extension,
    summary: 'Mailings that were sent, newest first',
    query: listQuery(['sentAt']),
    output: listOf(Mailing),
  }),
  mailingRecipients: call({
    method: 'GET',
    path: '/ext/operator/mailings/recipients',
    access,
    roles: ['editor'],
    extension,
    summary: 'How many investors a mailing would reach now, by the language that they read',
    query: Audience,
    output: z.object({ ru: z.number().int().min(0), en: z.number().int().min(0) }),
  }),
  setting: call({
    method: 'GET',
    path: '/ext/operator/settings/{key}',
    access,
    roles: ['editor'],
    extension,
    summary: 'A setting as it is written, with both languages; null where it has never been set',
    params: z.object({ key: z.enum(draftedSettings) }),
    output: z.object({ key: z.enum(draftedSettings), value: z.unknown(), version }),
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
      version: version.optional(),
      reason,
    }),
    bodyKb: longBodyKb,
    output: z.object({ key: z.enum(draftedSettings), value: z.unknown(), ...proposed }),
    errors: ['not_found', 'changed_meanwhile', 'proposal_open'],
  }),
  createPlan: call({
    method: 'POST',
    path: '/ext/operator/plans',
    access,
    roles: [],
    extension,
    summary: 'Adds a tariff plan',
    body: PlanDraft.extend({ tariff: z.enum(tariffs), reason }),
    output: z.object({ plan: Plan.nullable(), ...proposed }),
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
    body: PlanDraft.partial().extend({ version: version.optional(), reason }),
    output: Plan.extend(proposed),
    errors: ['not_found', 'changed_meanwhile', 'proposal_open'],
  }),
}
