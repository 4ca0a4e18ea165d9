import express from 'express'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { pages } from './generated/pages.js'

/** Express and `renderToString` of the same elements over the same calls: no router, no data for a browser. */
const { PORT, UPSTREAM_URL, CALLS } = process.env
const calls = JSON.parse(CALLS)

express()
  .disable('x-powered-by')
  .disable('etag')
  .use(async (request, response) => {
    const answers = await Promise.all(
      calls[request.path].map(async ({ path, headers }) =>
        (await fetch(UPSTREAM_URL + path, { headers })).json(),
      ),
    )
    const { Head, Body } = pages[request.path]
    const head = createElement('head', null, createElement(Head))
    const body = createElement('body', null, createElement(Body, { answers: answers.length }))
    response
      .type('html')
      .end(`<!DOCTYPE html>${renderToString(createElement('html', { lang: 'en' }, head, body))}`)
  })
  .listen(Number(PORT), '127.0.0.1')
