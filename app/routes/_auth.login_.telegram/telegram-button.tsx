import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { WithoutScripts } from '~/ui/without-scripts/without-scripts'

/** Telegram's own widget (https://core.telegram.org/widgets/login), which draws its button in place. */
const widget = 'https://telegram.org/js/telegram-widget.js?22'

interface TelegramButtonProps {
  /** The bot's name. */
  bot: string
  /** Where the widget leads to with what Telegram has signed. */
  authUrl: string
}

export function TelegramButton({ bot, authUrl }: TelegramButtonProps) {
  const { nonce } = useDocumentFacts()
  const { t, language } = useI18n()
  return (
    <div>
      <script
        async
        src={widget}
        nonce={nonce}
        data-telegram-login={bot}
        data-size="large"
        data-lang={language}
        data-auth-url={authUrl}
      />
      <WithoutScripts>{t('auth:telegram.noScript')}</WithoutScripts>
    </div>
  )
}
