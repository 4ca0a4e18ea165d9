import { z } from 'zod'
import { maritalStatuses } from '~/contract/user-data'
import { BirthDateField } from '~/forms/day-fields.server'
import { type RequestContext } from '~/context'
import { isRefusal } from '~/forms/edit.server'
import { documentMaxMib } from '~/forms/largest-file'
import { type invalid, parseForm } from '~/forms/parse.server'
import { FilesRefused, filesRefused, invalidWithFiles, passFiles } from '~/forms/pass-files.server'
import { refused } from '~/forms/refused.server'
import { BrokenForm } from '~/session/upload.server'
import { requireInvestor } from '~/session/guards.server'
import { withoutEffect } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { documents } from './documents'
import { canHandIn, verificationOf } from './state.server'

/** The texts of a verification, as the upstream takes them; the files come after them. */
const VerificationForm = z.object({
  fullName: z.string('name_required').trim().min(1, 'name_required').max(200, 'too_long'),
  birthDate: BirthDateField,
  maritalStatus: z.enum(maritalStatuses, 'marital_status_required'),
  documentNumber: z
    .string('document_number_required')
    .trim()
    .min(1, 'document_number_required')
    .max(64, 'too_long'),
})

/**
 * Sends the documents of a verification. They are streamed and never stored here.
 * @returns null when they have arrived, else the form with its errors
 */
export async function handIn(context: RequestContext): Promise<null | ReturnType<typeof invalid>> {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, VerificationForm)
  if (!form.ok) return invalidWithFiles(context, form, documents)
  const texts = form.value
  try {
    const answer = await passFiles(
      context.upload,
      { texts, files: documents, maxFileMib: documentMaxMib },
      (through) => upstream.userData.verify(texts, through),
    )
    const state = answer?.data ?? (await panel(verificationOf(upstream)))
    if (state && canHandIn(state)) throw withoutEffect('userData.verify', context.requestId)
  } catch (error) {
    if (error instanceof FilesRefused || error instanceof BrokenForm)
      return filesRefused(context, form, error)
    if (!isRefusal(error)) throw error
    if (!(await areInProcess(upstream)))
      return refused(context, form, error, { fallback: 'verification', files: documents })
  }
  context.flash.set('requestSent')
  return null
}

/** Whether documents are being checked despite the error: the answer was lost, or the form was sent twice. */
const areInProcess = async (upstream: Upstream): Promise<boolean> =>
  (await panel(verificationOf(upstream)))?.status === 'in_process'
