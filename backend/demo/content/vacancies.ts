import { dayMs } from '../../clock'

/** The open positions of the demonstration's company. */
const vacancies = [
  {
    id: 'client-manager',
    postedDaysAgo: 9,
    title: { ru: 'Менеджер по работе с клиентами', en: 'Client manager' },
    location: { ru: 'Вильнюс или удалённо', en: 'Vilnius or remote' },
    description: {
      ru: 'Вы будете первым человеком, с которым говорит инвестор: объяснять сроки и комиссии, находить зависшие заявки, честно отвечать, когда ответ не радует. Продаж и планов по звонкам нет.',
      en: 'You will be the first person an investor talks to: explain terms and fees, find requests that got stuck, and answer honestly when the answer is not a pleasant one. No selling and no call quotas.',
    },
    qualifications: [
      {
        ru: 'Грамотный русский и английский, устный и письменный',
        en: 'Russian and English, spoken and written well',
      },
      {
        ru: 'Опыт поддержки клиентов от года, лучше в финансах',
        en: 'A year or more in customer support, better in finance',
      },
      {
        ru: 'Умение объяснить сложное простыми словами',
        en: 'You can say difficult things in simple words',
      },
    ],
  },
  {
    id: 'lawyer',
    postedDaysAgo: 23,
    title: { ru: 'Юрист', en: 'Lawyer' },
    location: { ru: 'Вильнюс', en: 'Vilnius' },
    description: {
      ru: 'Вы будете вести подготовку к лицензированию по MiCA, проверять каждое обещание на сайте до того, как его увидит читатель, и отвечать на запросы регулятора. Последнее слово о том, что можно писать, будет за вами.',
      en: 'You will lead our preparation for authorisation under MiCA, check every claim on the site before a reader sees it, and answer the regulator. The last word on what may be said will be yours.',
    },
    qualifications: [
      {
        ru: 'Юридическое образование, опыт в финансовом праве ЕС от трёх лет',
        en: 'A law degree and three years or more in EU financial law',
      },
      {
        ru: 'Знание MiCA и правил противодействия отмыванию денег',
        en: 'You know MiCA and the rules against money laundering',
      },
      { ru: 'Литовский и английский, русский пригодится', en: 'Lithuanian and English; Russian helps' },
    ],
  },
  {
    id: 'intern',
    postedDaysAgo: 37,
    title: { ru: 'Стажёр', en: 'Intern' },
    location: { ru: 'Удалённо', en: 'Remote' },
    description: {
      ru: 'Три месяца рядом с казначейством и разработкой: сверять выплаты, писать тексты подсказок, искать места, где интерфейс говорит непонятно. Стажировка оплачивается, наставник у каждого свой.',
      en: 'Three months beside treasury and engineering: reconcile payments, write help texts, find the places where the product is hard to understand. It is paid, and you get a mentor of your own.',
    },
    qualifications: [
      { ru: 'Внимательность к цифрам и словам', en: 'An eye for figures and for words' },
      { ru: 'От 20 часов в неделю', en: '20 hours a week or more' },
      { ru: 'Опыт не нужен, любопытство нужно', en: 'No experience needed; curiosity is' },
    ],
  },
]

/** As the setting holds them, posted before the demonstration's first day. */
export function demoVacancies(day: Date) {
  return vacancies.map(({ postedDaysAgo, ...vacancy }) => ({
    ...vacancy,
    postedAt: new Date(day.getTime() - postedDaysAgo * dayMs).toISOString().slice(0, 10),
  }))
}
