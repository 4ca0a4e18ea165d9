import { load } from 'cheerio'

/** A node of cheerio's tree, as far as it is read here. */
interface MarkupNode {
  type: string
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: MarkupNode[]
}

/**
 * A page of ours as a module of two components, `Head` and `Body`, that make its very elements, without its scripts: what
 * another framework renders when it is compared with.
 */
export function moduleOf(html: string): string {
  const $ = load(html)
  $('script, noscript').remove()
  const childrenOf = (name: string) => ($(name).get(0) as unknown as MarkupNode).children ?? []
  return [
    "import { createElement as h, Fragment } from 'react'",
    `export const Head = () => h(Fragment, null, ${childrenOf('head').flatMap(expressionOf).join(', ')})`,
    // The answers of the upstream are used, so that no compiler takes them out.
    `export const Body = ({ answers }) => h(Fragment, null, ${childrenOf('body').flatMap(expressionOf).join(', ')}, h('i', { hidden: true }, answers))`,
    '',
  ].join('\n')
}

/** The attributes that React spells its own way, as far as our pages have them. */
const propertyNames: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  'http-equiv': 'httpEquiv',
  tabindex: 'tabIndex',
  autocomplete: 'autoComplete',
  maxlength: 'maxLength',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  datetime: 'dateTime',
  inputmode: 'inputMode',
  enctype: 'encType',
  novalidate: 'noValidate',
  readonly: 'readOnly',
  hreflang: 'hrefLang',
  crossorigin: 'crossOrigin',
  value: 'defaultValue',
  checked: 'defaultChecked',
}
const booleans = /^(required|disabled|defaultChecked|readOnly|hidden|open|noValidate|multiple|selected)$/

function expressionOf(node: MarkupNode): string[] {
  if (node.type === 'text') return node.data ? [JSON.stringify(node.data)] : []
  if (node.name === undefined) return []
  const properties = Object.entries(node.attribs ?? {}).map(([attribute, value]) => {
    const isField = node.name === 'input' || node.name === 'textarea' || node.name === 'select'
    const name = attribute === 'value' && !isField ? attribute : (propertyNames[attribute] ?? attribute)
    return `${JSON.stringify(name)}: ${booleans.test(name) ? 'true' : JSON.stringify(value)}`
  })
  const children = (node.children ?? []).flatMap(expressionOf)
  return [`h(${[JSON.stringify(node.name), `{ ${properties.join(', ')} }`, ...children].join(', ')})`]
}
