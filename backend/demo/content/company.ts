import { type DraftedSetting } from '~/contract/settings'
import { anomalyDefaults } from '../../defaults/settings'

/**
 * The demonstration's company, in both languages. It is made up, states so, and claims nothing: no licence, no
 * registration code, no insurance, no guarantee. Addresses end in `.example`, which is reserved.
 */
export const demoSettings: Partial<Record<DraftedSetting, unknown>> = {
  // Whoever tries it types the wallet of an example: sharing one means nothing here.
  anomalies: { ...anomalyDefaults, sharedWallet: null },
  // Low, so that whoever tries it meets the rule.
  fourEyes: { on: true, over: { payment: '1000', refill: '1000' } },
  company: {
    name: 'Tideline',
    country: { ru: 'Литва', en: 'Lithuania' },
    code: null,
    licence: null,
    registeredAt: null,
    team: [
      {
        role: { ru: 'Работа с инвесторами', en: 'Investor care' },
        text: {
          ru: 'Отвечает на вопросы до того, как вы вложите первый евро, и после: что с заявкой, когда закончится срок, почему сумма именно такая.',
          en: 'Answers before you put in your first euro and after it: where your request is, when a term ends, why a figure is what it is.',
        },
      },
      {
        role: { ru: 'Казначейство', en: 'Treasury' },
        text: {
          ru: 'Сверяет каждую выплату с книгой и отправляет её вручную. Поэтому вывод занимает до 96 часов, а не секунду.',
          en: 'Checks every payment against the books and sends it by hand. That is why a withdrawal takes up to 96 hours and not a second.',
        },
      },
      {
        role: { ru: 'Риски', en: 'Risk' },
        text: {
          ru: 'Следит за тем, чтобы о риске было сказано там, где говорится о доходе, и теми же буквами.',
          en: 'Sees to it that risk is told wherever income is told, and in letters of the same size.',
        },
      },
      {
        role: { ru: 'Разработка', en: 'Engineering' },
        text: {
          ru: 'Делает кабинет, который работает на медленном телефоне и без скриптов, и книгу, в которой каждая копейка на своём месте.',
          en: 'Builds a cabinet that works on a slow phone and without scripts, and books in which every cent has its place.',
        },
      },
    ],
  },
  contacts: {
    email: 'hello@tideline.example',
    messenger: { name: 'Telegram', url: 'https://tideline.example/telegram' },
    hours: { ru: 'круглосуточно', en: 'around the clock' },
  },
}
