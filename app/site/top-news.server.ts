import { type NewsItem } from '~/contract/content'

/** What the company marked as important, then the newest. @param newest newest first */
export function topOf(newest: readonly NewsItem[], count: number): NewsItem[] {
  return [...newest.filter(({ top }) => top), ...newest.filter(({ top }) => !top)].slice(0, count)
}
