import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { TextInput } from '~/ui/text-input/text-input'
import * as styles from './search-form.css'

/** Asks for what is on the site and in the cabinet. @param words what is already known of it */
export function SearchForm({ words }: { words: string }) {
  const { t } = useI18n()
  return (
    <form action={paths.search()} role="search" className={styles.form}>
      <TextInput
        id="q"
        name="q"
        type="search"
        label={t('site:search.label')}
        defaultValue={words}
        autoComplete="off"
        maxLength={60}
      />
      <Button type="submit" icon="search">
        {t('site:search.submit')}
      </Button>
    </form>
  )
}
