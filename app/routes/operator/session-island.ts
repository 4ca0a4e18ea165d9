import { type SessionStage, followSession } from '~/session/session-stage'

/**
 * Warns before the session ends, over the page, which stays with all that was typed. Its place has `data-session-end`: the
 * end as JSON, `data-address`: where the server says when it is now, `data-class`, and a template for each stage.
 */

interface End {
  inMs: number
  isFinal: boolean
  /** As the reader's language writes it. */
  time: string
}

const { sessionEnd, address, ...place } = document.querySelector<HTMLElement>('[data-session-end]')!.dataset
let shown: HTMLElement | undefined
/** Where the focus was before it came to the warning. */
let before: HTMLElement | undefined
let stop: () => void

start(JSON.parse(sessionEnd!) as End) // as `SessionWarning` writes it

function start(end: End): void {
  stop = followSession('operator', end, show)
}

/** What the server says now; undefined: no answer. */
async function read(): Promise<End | null | undefined> {
  try {
    const answer = await fetch(address!, { cache: 'no-store' })
    return answer.ok ? ((await answer.json()) as End | null) : undefined // as the route of this address answers
  } catch {
    return undefined
  }
}

function show(stage: SessionStage, { isFinal, time }: End): void {
  const name = stage === 'ending' && isFinal ? 'final' : stage
  if (shown?.dataset.stage === `${name} ${time}`) return
  const hasFocus = shown?.contains(document.activeElement)
  shown?.remove()
  shown = undefined
  if (hasFocus) before?.focus()
  const template = document.querySelector<HTMLTemplateElement>(`template[data-stage=${name}]`)
  if (!template) return
  shown = document.createElement('div')
  shown.className = place.class!
  shown.setAttribute('role', 'alert')
  shown.dataset.stage = `${name} ${time}`
  shown.append(template.content.cloneNode(true))
  const ends = shown.querySelector('[data-ends]')
  if (ends) ends.textContent = ends.textContent.replace('{time}', time)
  shown.querySelector('form')?.addEventListener('submit', (event) => void stay(event))
  shown.addEventListener('focusin', noteFocus)
  document.body.append(shown)
}

function noteFocus({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof HTMLElement && !shown?.contains(relatedTarget)) before = relatedTarget
}

/** Without an answer the warning stays, and the button can be pressed again. */
async function stay(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  const end = await read()
  if (end === undefined) return
  stop()
  if (end) start(end)
  else show('over', { inMs: 0, isFinal: true, time: '' })
}
