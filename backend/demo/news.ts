import { createNews } from '../operator/news'
import { demoNews } from './content/news'
import { type History } from './history'

/** Publishes each news item as the operator, at nine in the morning (UTC). */
export function addNews(history: History, operatorId: string): void {
  for (const { daysBefore, top = false, ...texts } of demoNews) {
    history.on(daysBefore, '09:00', async (context) => {
      await createNews(history.tx, { ...context, operatorId }, { ...texts, top, image: null })
    })
  }
}
