import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { isRefusal } from '~/forms/edit.server'
import { textStream } from '~/server/text-stream.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { wholeExport } from './whole-export.server'

/**
 * All that is held of the investor, as a file. A failure leads back to the page, which says so: this address has no page
 * of its own.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { login, upstream } = await requireInvestor(context)
  try {
    const held = await upstream.account.export()
    const name = `${login}-${upstream.now().toISOString().slice(0, 10)}.json`
    const { reader } = context
    return new Response(textStream(wholeExport(held, upstream, reader), reader.gone), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return redirect(paths.settings('data', { failed: 1 }), 303)
  }
}

/** Where signing in again leads back to. */
export function loader() {
  return redirect(paths.settings('data'))
}
