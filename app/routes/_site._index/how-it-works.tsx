import { type PaymentSystem } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { Band } from './band'
import * as styles from './home.css'

interface HowItWorksProps {
  systems: PaymentSystem[]
  /** The least that can be withdrawn, in USD by payment system. */
  minUsd: Record<string, string>
}

/** The way in and the way out, at the same size, with what a withdrawal takes and asks for. */
export function HowItWorks({ systems, minUsd }: HowItWorksProps) {
  const { t } = useI18n()
  const hours = Math.max(0, ...systems.map(({ payment }) => payment.hours))
  return (
    <Band id="how" depth="sunk" title={t('site:home.how')}>
      <ol role="list" className={styles.steps}>
        {([1, 2, 3, 4, 5] as const).map((step) => (
          <li key={step} className={styles.step}>
            <h3 className={styles.stepTitle}>{t(`site:home.how${step}`)}</h3>
            <p>{t(`site:home.how${step}Text`)}</p>
            {step === 5 && (
              <>
                {hours > 0 && <p>{t('site:home.outHours', { count: hours })}</p>}
                <Minimums systems={systems} minUsd={minUsd} />
              </>
            )}
          </li>
        ))}
      </ol>
    </Band>
  )
}

function Minimums({ systems, minUsd }: HowItWorksProps) {
  const { t, amount } = useI18n()
  return (
    <ul role="list" className={styles.minimums}>
      {systems.map(({ id, network }) => {
        const min = minUsd[id]
        return min && <li key={id}>{t('site:home.outMin', { network, amount: amount(min, 'USD') })}</li>
      })}
    </ul>
  )
}
