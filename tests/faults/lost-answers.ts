import { type FaultName } from '../support/faulty-proxy'

/** Ways in which a call takes effect and its answer says nothing of it. */
export const lostAnswers: FaultName[] = [
  'commits, then hangs',
  'commits, then resets',
  'commits, then 502',
  'commits, then 503',
  'commits, then 504',
  'commits, then 500 without a word',
  'commits, then 500 in words',
  'commits, then 524',
  'commits, then 408',
  'commits, then HTML',
  'commits, then half an answer',
  'commits, then drips',
  'commits, then too much',
  'commits, then redirects',
]
