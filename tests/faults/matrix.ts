import { setTimeout as delay } from 'node:timers/promises'
import flashTexts from '../../locales/en/flash.json' with { type: 'json' }
import { errorTextOf, textsOf } from '../support/texts'
import { type Answer, type Visitor } from '../support/visitor'
import {
  type ChangingForm,
  type FilledForm,
  type FormSession,
  enter,
  isOutcomePage,
  pressed,
  signOut,
} from './changing-form'
import { type FaultName, faults } from './faults'
import { type FaultyProxy } from './proxy'

/**
 * One cell of the matrix: a form, a fault, and what the user does next. What the pages report at each step is compared with how
 * often the form has taken effect in the database.
 */

/** What a reader does where something goes wrong. */
export const modes = [
  'once',
  'again while it lasts',
  'again when it is over',
  'pressed twice',
  'in two tabs',
  'after signing in again',
] as const
export type Mode = (typeof modes)[number]

/** What a page tells of the form that led to it. */
type Reported = 'done' | 'not done' | 'not known' | 'has to wait' | 'session ended' | 'nothing'

export interface Observation {
  press: string
  reported: Reported
  effects: number
  page: string
}

export const findingKinds = ['lost', 'doubled', 'mis-told', 'vague'] as const
export type Kind = (typeof findingKinds)[number]

/** What went wrong in a cell. */
export interface Finding {
  kind: Kind
  cell: string
  steps: string
}

const say = textsOf('en')
const unsure = [
  say('refusals:maybeDone'),
  say('refusals:maybeArrived'),
  say('refusals:maybeSignedIn'),
  say('auth:telegram.maybe'),
  say('auth:clock.maybeMoved'),
  errorTextOf('en', 'telegram_invalid'),
  say('flash:languageKeptHere'),
  errorTextOf('en', 'store_unavailable_unsure'),
  errorTextOf('en', 'in_progress'),
  say('cases:several.open'),
]
const successes = new Set(Object.values(flashTexts))
/** Of a limit that names no time. */
const tooSoon = errorTextOf('en', 'too_many_requests')
const openTitles = [
  say('cabinet:submissions.open'),
  say('cabinet:submissions.sealed'),
  errorTextOf('en', 'in_progress'),
  say('auth:late.running'),
  say('auth:late.unseen'),
  say('auth:late.lost'),
]

/** What is judged of a form. */
type FormTraits = Pick<ChangingForm, 'key' | 'isAnsweredEmpty' | 'hasBareSuccess' | 'believesRefusals'>

/** What became of a cell. */
export interface CellResult {
  /** What went wrong. */
  found: Finding[]
  /** A page told what the upstream itself says and is not so, with nobody to ask. */
  isExcused: boolean
  /** The browser that is signed in after it. */
  visitor: Visitor
}

export async function runCell<Own extends FormSession>(
  session: Own,
  form: ChangingForm<Own>,
  name: FaultName,
  mode: Mode,
  proxy: FaultyProxy,
): Promise<CellResult> {
  const steps: Observation[] = []
  let reader = session.visitor
  const tab = await form.fill(session)
  const second = mode === 'in two tabs' ? await form.fill(session) : tab

  const note = async (press: string, answer: Answer) => {
    steps.push(await noteOf(press, answer, form, session))
    return answer
  }
  const press = (one: FilledForm) => pressed(one, reader)
  const late: Answer[] = []
  const pressAndNote = async (where: string) => {
    const answer = await note(where, await press(tab))
    if (isLatePage(answer)) late.push(answer)
    return answer
  }

  proxy.fail(name, form.call)
  let last: Answer
  if (mode === 'pressed twice') {
    const answers = await Promise.all([press(tab), press(tab)])
    for (const answer of answers) await note('one of two', answer)
    late.push(...answers.filter(isLatePage))
    // The message after success is shown once: the other press leads to the same entry without it.
    const done = steps.find(({ reported }) => reported === 'done')
    for (const step of steps)
      if (step.reported === 'nothing' && step.page === done?.page) step.reported = 'done'
    last = answers[1]
  } else {
    last = await pressAndNote('first')
    if (mode === 'again while it lasts') last = await pressAndNote('again')
  }
  proxy.heal()
  await proxy.deliver()
  for (const page of late) last = await note('comes by itself', await answerAfter(page, reader, form))

  if (mode === 'after signing in again') {
    if (form.reader !== 'visitor') await signOut(reader, tab.page)
    reader = await enter(session, form).catch(() => reader)
    last = await note('signed in again', await press(tab))
  } else if (mode === 'in two tabs') last = await note('second tab', await press(second))
  else if (mode === 'again when it is over') last = await note('healed', await press(tab))
  // What is not known is looked at once more. An error stands in the place of the form's page: it is sent again.
  const isOpen = steps.at(-1)?.reported === 'not known' && form.showsOutcome
  if (isOpen || isOutcomePage(last)) {
    reader = await readerAfter(steps, session, form, reader)
    const isError = last.status >= 500 && !isOutcomePage(last)
    await note('looked at', isError ? await press(tab) : await reader.visit(last.url.pathname))
  }

  const cell = `${form.name} × ${name} × ${mode}`
  const found = findingsOf(form, name, steps, await form.effects(session), cell)
  const isBroken =
    !isDeceived(form, name) && !['done', 'session ended', 'has to wait'].includes(steps.at(-1)!.reported)
  const isHealed =
    mode === 'again when it is over' || mode === 'in two tabs' || mode === 'after signing in again'
  // What has no key is sent once more, and is then done.
  if (form.key === null && isHealed && isBroken) found.push({ kind: 'vague', cell, steps: inWords(steps) })
  return { found, isExcused: steps.some((step) => excuseOf(form, name, step)), visitor: reader }
}

/** The page of a form that takes longer than its reader waits, which asks for the answer by itself. */
const isLatePage = ({ url }: Pick<Answer, 'url'>) => url.pathname.startsWith('/answer/')

/**
 * What such a page leads to in the end. An answer without errors is a page of its own, such as one with new codes; and the page
 * of some forms tells the outcome beside their errors.
 */
async function answerAfter(
  { url }: Answer,
  by: Visitor,
  { showsOutcome = false }: Pick<ChangingForm, 'showsOutcome'>,
): Promise<Answer> {
  for (;;) {
    const answer = await by.visit(url.pathname)
    if (answer.headers.get('refresh') === null)
      return answer.textOf('main h1') === say('auth:late.there') &&
        (showsOutcome || alertsOf(answer).length === 0)
        ? by.press(answer, say('auth:late.toForm'))
        : answer
    await delay(100)
  }
}

/** Who looks again: where a press ended the session, an operator, for whom there is no page without one, signs in first. */
export async function readerAfter<Own extends FormSession>(
  steps: readonly Observation[],
  session: Own,
  form: ChangingForm<Own>,
  reader: Visitor,
): Promise<Visitor> {
  const isSignedOut = form.showsOutcome && steps.some(({ reported }) => reported === 'session ended')
  return isSignedOut ? enter(session, form) : reader
}

/** What a page tells, and how often the form has taken effect by then. */
export async function noteOf<Own extends FormSession>(
  press: string,
  answer: Answer,
  form: ChangingForm<Own>,
  session: Own,
): Promise<Observation> {
  const reported = reportedBy(answer, form, session)
  return { press, reported, effects: await form.effects(session), page: pageOf(answer) }
}

/**
 * What is wrong about the steps with a form.
 * @param name the fault that its call met
 * @param total how often it has taken effect in the end
 */
export function findingsOf(
  form: FormTraits,
  name: FaultName | null,
  steps: readonly Observation[],
  total: number,
  cell: string,
): Finding[] {
  const found = new Set<Kind>()
  const isLater = name !== null && faults[name].reaches === 'later'
  if (total > 1) found.add('doubled')
  for (const { reported, effects } of steps) {
    const said = { reported, effects }
    if (isUntrue(said) && !excuseOf(form, name, said)) found.add(reported === 'done' ? 'lost' : 'mis-told')
    if (reported === 'not done' && isLater && steps.length === 1 && total > 0) found.add('mis-told')
    if (reported === 'nothing') found.add('vague')
  }
  // The upstream knows it, and is there to be asked.
  if (form.key === 'upstream' && total > 0 && steps.at(-1)?.reported === 'not known') found.add('vague')
  return [...found].map((kind) => ({ kind, cell, steps: inWords(steps) }))
}

const inWords = (steps: readonly Observation[]) =>
  steps.map(({ press, reported, effects, page }) => `${press}: ${reported} (${effects}) ${page}`).join(' → ')

type Saying = Pick<Observation, 'reported' | 'effects'>

const isUntrue = ({ reported, effects }: Saying): boolean =>
  reported === 'done' ? effects === 0 : reported === 'not done' && effects > 0

/** Whether a page tells what is not so, and could not know better. */
const excuseOf = (form: FormTraits, name: FaultName | null, step: Saying): boolean =>
  isUntrue(step) && (step.reported === 'done' ? isMisled(form, name) : isDeceived(form, name))

/** The upstream itself says that it has done nothing, and there is nobody to ask. */
const isDeceived = (form: FormTraits, name: FaultName | null): boolean =>
  name !== null &&
  (form.key === 'app' || form.believesRefusals === true) &&
  faults[name].reaches !== 'never' &&
  (isRefusal(name) || (form.isAnsweredEmpty === true && /its answer as [45]/.test(name)))

function reportedBy<Own extends FormSession>(
  answer: Answer,
  form: ChangingForm<Own>,
  session: Own,
): Reported {
  const { url, text } = answer
  const title = answer.textOf('main h1')
  // A page that can't be made after a success has the success for its heading.
  const isRead = answer.status < 400 || form.showsOutcome || successes.has(title)
  if (isRead && form.isDone(answer, session)) return 'done'
  // It names what is there already, and asks for a tick to make another.
  if (answer.$('main [name="again"]').length > 0) return 'done'
  if (url.pathname === '/login') return 'session ended'
  // For an operator there is no page without a session, not even one that says so.
  if (form.reader?.endsWith('operator') && answer.status === 404) return 'session ended'
  if (isOutcomePage(answer)) return openTitles.includes(title) ? 'not known' : 'not done'
  if (isLatePage(answer) && openTitles.includes(title)) return 'not known'
  if (form.isLimited && (answer.status === 429 || text.includes(tooSoon))) return 'has to wait'
  if (unsure.some((sentence) => text.includes(sentence))) return 'not known'
  const isErrorPage = title === say('errors:page.failure')
  const isUndone = form.isUndone?.(answer) || answer.status === 404 || isErrorPage
  return isUndone || alertsOf(answer).length > 0 ? 'not done' : 'nothing'
}

const pageOf = (answer: Answer) =>
  `${answer.status} ${isLatePage(answer) ? '/answer/…' : answer.url.pathname} “${[answer.textOf('main h1'), ...alertsOf(answer)].join(' | ')}”`

/** The upstream itself says that it is done, in its own way. */
const isMisled = (form: FormTraits, name: FaultName | null): boolean =>
  // A bare success is the contract's own answer to some calls, and the only one of some upstreams.
  (name === 'answers {}' &&
    form.key !== 'upstream' &&
    (form.key === 'app' || form.isAnsweredEmpty || form.hasBareSuccess) === true) ||
  // It names what it has made, though in a way that can't be read.
  (form.key === 'app' && (name === 'answers a lie about its packing' || name === 'answers a broken shape'))

/** Whether the answer is a refusal of the upstream itself. */
const isRefusal = (name: FaultName) =>
  // A page under 401 may be about the password that was sent, or about the session.
  /then 401$|4\d\d in words|422 without a word|ok: false|success: false|an error|errors by field|501 in words|in an envelope of failure/.test(
    name,
  )

/** What the page says is wrong, in its summary or beside the form. */
const alertsOf = ({ $ }: Answer) =>
  $('main [role="alert"]')
    .toArray()
    .map((alert) => $(alert).text())
