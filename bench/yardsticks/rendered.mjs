import express from 'express'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * Express and renderToString of the markup that the bench sends over IPC, under the same headers: its elements are made
 * for each request.
 */
process.once('message', ({ html, headers }) => {
  const root = parse(html)
  delete headers['content-length'] // React writes some attributes in other words
  const app = express().disable('x-powered-by').disable('etag')
  app.use((_req, res) => {
    res.set(headers)
    res.end(`<!DOCTYPE html>${renderToString(elementOf(root))}`)
  })
  const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})

function elementOf(node) {
  if (typeof node === 'string') return node
  return createElement(node.name, node.attributes, ...node.children.map(elementOf))
}

/** What React wrote: every attribute quoted, every element closed but the void ones. */
function parse(html) {
  const voids = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
  const root = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  for (const [tag, closing, name, attributes] of html
    .replace(/^<!DOCTYPE html>/, '')
    .matchAll(/<!--.*?-->|<(\/?)([\w-]+)((?:\s[^\s=>]+="[^"]*")*)\s*\/?>|[^<]+/g)) {
    const parent = open.at(-1)
    if (closing) open.pop()
    else if (name) {
      const element = { name, attributes: attributesOf(attributes), children: [] }
      parent.children.push(element)
      if (!voids.test(name) && !tag.endsWith('/>')) open.push(element)
    } else if (!tag.startsWith('<!--')) parent.children.push(plain(tag))
  }
  return root.children[0]
}

function attributesOf(text) {
  const names = { class: 'className', for: 'htmlFor', charset: 'charSet' }
  return Object.fromEntries(
    [...text.matchAll(/\s([^\s=>]+)="([^"]*)"/g)].map(([, name, value]) => [
      names[name] ?? name,
      plain(value),
    ]),
  )
}

function plain(text) {
  const signs = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, sign) => signs[sign])
}
