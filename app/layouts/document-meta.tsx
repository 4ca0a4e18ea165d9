import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react'
import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { languages } from '~/contract/languages'
import { addressIn } from '~/locale/languages'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { brand } from '~/ui/theme/brand'

/**
 * The metadata of a public page for search engines and link previews: description, canonical address, other
 * languages, type. A page without a description is private and is not indexed. Neither is a page that failed, or that
 * answers a refused form.
 */
export function DocumentMeta({ title }: { title: string }) {
  const origin = useRouteLoaderData<{ origin: string }>('root')?.origin ?? ''
  const i18n = useI18n()
  const { pathname } = useLocation()
  const described = useMatches()
    .filter(({ handle }) => (handle as PageHandle | undefined)?.description)
    .pop()
  const { error, formAnswer } = useDocumentFacts()
  if (!described || error !== undefined || formAnswer) return <meta name="robots" content="noindex" />
  const { description, structured } = described.handle as PageHandle
  const text = typeof description === 'function' ? description(i18n, described.data) : i18n.t(description!)
  const here = origin + pathname
  return (
    <>
      <meta name="description" content={text} />
      <link rel="canonical" href={addressIn(i18n.language, here)} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={addressIn(language, here)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={here} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={addressIn(i18n.language, here)} />
      <meta property="og:locale" content={i18n.language} />
      <meta property="og:image" content={`${origin}/icon-512.png`} />
      <StructuredData thing={structured?.(i18n, described.data) ?? organisation(origin)} />
    </>
  )
}

/**
 * Data, not a script: no browser runs it, so it needs no nonce. A `<` could close the element, so each one is
 * escaped.
 */
function StructuredData({ thing }: { thing: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** Of a page that is about nothing else: who it is by. */
function organisation(origin: string): Record<string, unknown> {
  return { '@type': 'Organization', name: brand.name, url: origin + paths.home() }
}
