import { type z } from 'zod'
import { type NewsDraft } from '~/contract/extensions/operator/content'

/** The news of the demonstration's company, oldest first. They explain and promise nothing. */
interface WrittenNews extends Omit<z.output<typeof NewsDraft>, 'image' | 'publishedAt' | 'top'> {
  daysBefore: number
  top?: true
}

export const demoNews: WrittenNews[] = [
  {
    daysBefore: 88,
    title: {
      ru: 'Как мы считаем начисление до последнего знака',
      en: 'How an accrual is counted, to the last digit',
    },
    summary: {
      ru: 'День дохода считается от суммы депозита, обрезается и зачисляется в USDT по курсу своего часа.',
      en: 'A day of income is counted from the amount of the deposit, cut, and credited in USDT at the rate of its hour.',
    },
    body: {
      ru: '<p>Начисление приходит каждые 24 часа от минуты открытия. Процент берётся от суммы депозита и никогда от прошлых начислений: сложного процента нет.</p><p>Лишние знаки мы отбрасываем, а не округляем вверх. Сумму каждого дня видно в операциях.</p>',
      en: '<p>An accrual comes every 24 hours from the minute of opening. The percentage is taken of the amount of the deposit and never of earlier accruals: nothing is compounded.</p><p>Digits too many are cut off, never rounded up. You find the amount of each day in your operations.</p>',
    },
  },
  {
    daysBefore: 67,
    title: {
      ru: 'Почему вывод занимает до 96 часов',
      en: 'Why a withdrawal takes up to 96 hours',
    },
    summary: {
      ru: 'Каждую заявку проверяет человек. Пока она ждёт, её можно отменить, и деньги вернутся целиком.',
      en: 'A person looks at each request. While it waits you can cancel it, and all of the money comes back.',
    },
    body: {
      ru: '<p>Деньги заявки откладываются сразу, чтобы их нельзя было потратить дважды. Потом казначейство сверяет её с книгой и отправляет перевод вручную.</p><ul><li>Ожидает: заявку можно отменить.</li><li>На проверке: отменить уже нельзя.</li><li>Отклонена: деньги снова на балансе, и причина стоит рядом.</li></ul>',
      en: '<p>The money of a request is set aside at once, so that it cannot be spent twice. Then the treasury checks it against the books and sends the transfer by hand.</p><ul><li>Pending: you can cancel it.</li><li>Under review: you no longer can.</li><li>Rejected: the money is back on your balance, with the reason beside it.</li></ul>',
    },
  },
  {
    daysBefore: 46,
    title: {
      ru: 'Сеть перевода: проверьте до отправки',
      en: 'The network of a transfer: check before you send',
    },
    summary: {
      ru: 'USDT есть в нескольких сетях. Мы принимаем его только в TRC-20; перевод в другой сети вернуть нельзя.',
      en: 'USDT lives on several networks. We take it on TRC-20 only; a transfer over another one cannot be called back.',
    },
    body: {
      ru: '<p>На странице пополнения рядом с адресом всегда стоит название сети. Сверьте его с тем, что показывает кошелёк отправителя, и отправьте ровно указанную сумму.</p><p>Адрес действует час. После этого не платите на него: создайте новую заявку.</p>',
      en: '<p>The page of a top-up always names the network beside the address. Compare it with what the sending wallet shows, and send exactly the amount that stands there.</p><p>An address holds for an hour. Do not pay to it after that: make a new request.</p>',
    },
  },
  {
    daysBefore: 29,
    title: { ru: 'Как читать выписку', en: 'How to read your statement' },
    summary: {
      ru: 'Начало, пришло, ушло, конец: четыре числа на каждый счёт сходятся всегда.',
      en: 'Opening, in, out, closing: four figures for each account that always add up.',
    },
    body: {
      ru: '<p>У каждой валюты два счёта: свободный баланс и депозитный. Открытие депозита поэтому видно двумя строками: с одного счёта ушло, на другой пришло.</p><p>За любые дни верно одно: начало плюс пришло минус ушло равно концу.</p>',
      en: '<p>Each currency has two accounts: the free balance and the deposit account. That is why opening a deposit shows as two rows: out of one, into the other.</p><p>Over any days one thing holds: opening plus in minus out is closing.</p>',
    },
  },
  {
    daysBefore: 13,
    title: {
      ru: 'День 50 и день 100: что происходит с депозитом',
      en: 'Day 50 and day 100: what happens to a deposit',
    },
    summary: {
      ru: 'До пятидесятого дня депозит закрыть нельзя. После сотого он ничего не приносит и ждёт вас.',
      en: 'Before day 50 a deposit cannot be closed. After day 100 it earns nothing and waits for you.',
    },
    body: {
      ru: '<p>Первый срок длится 50 дней, и всё это время вложенное недоступно. Потом депозит можно закрыть в любой момент или оставить ещё не более чем на 50 дней.</p><p>Неполный день ничего не приносит. Вложенное возвращается в той валюте, в которой открыт депозит, и её курс за это время может упасть.</p>',
      en: '<p>The first term lasts 50 days, and for all of it what you put in is locked. Then you can close the deposit at any moment, or leave it for 50 days more at most.</p><p>A part day earns nothing. The principal comes back in the currency of the deposit, and the rate of that currency may have fallen meanwhile.</p>',
    },
  },
  {
    daysBefore: 5,
    top: true,
    title: {
      ru: 'Демонстрация открыта: что можно попробовать',
      en: 'The demonstration is open: what you can try',
    },
    summary: {
      ru: 'Настоящих денег здесь нет. Переводы имитируются, часы можно перевести вперёд, а учёт ведётся по-настоящему.',
      en: 'There is no real money here. Transfers are played, the clock can be moved on, and every entry is booked as it would be with real money.',
    },
    body: {
      ru: '<p>Войдите как инвестор, пополните баланс и нажмите «Имитировать перевод». Откройте депозит и переведите часы на 50 дней. Подайте заявку на вывод и примите решение за администратора.</p><p>Все имена, суммы и курсы придуманы. Начните с <a href="/risk">раздела о рисках</a>: в жизни вложенное можно потерять целиком.</p>',
      en: '<p>Sign in as the investor, top up and play the transfer. Open a deposit and move the clock on by 50 days. Ask for a withdrawal and decide on it yourself, as the administrator would.</p><p>All names, amounts and rates are made up. Begin with <a href="/risk">the page about risk</a>: in real life you may lose all of what you invest.</p>',
    },
  },
]
