import { z } from 'zod'
import { call } from './call'
import { type Understood, ifGiven, orElse } from './reading'
import { Id, Link, Text, Time, listOf, listQuery } from './values'

/** News. The body of an item is HTML from outside and is sanitised before it is shown. */

export const NewsItem = z.object({
  id: Id,
  title: Text,
  summary: orElse(Text, ''),
  image: Link.nullable(),
  publishedAt: ifGiven(Time, 'date', 'createdAt'),
  top: orElse(z.boolean(), false),
})
export type NewsItem = Understood<typeof NewsItem>

export const content = {
  news: call({
    method: 'GET',
    path: '/content/news',
    access: 'public',
    summary: 'News, newest first',
    query: listQuery(['publishedAt', 'title']),
    output: listOf(NewsItem),
  }),
  newsItem: call({
    method: 'GET',
    path: '/content/news/one/{id}',
    access: 'public',
    summary: 'One item with its body',
    params: z.object({ id: Id }),
    output: NewsItem.extend({ body: orElse(z.string().max(200_000), '', 'text', 'content') }),
    errors: ['not_found'],
  }),
}
