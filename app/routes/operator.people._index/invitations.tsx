import { type Invitation } from '~/contract/extensions/operator/operators'
import { PlainForm } from '~/forms/plain-form'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import { Soft } from '~/ui/layout/layout'
import { Table } from '~/ui/table/table'

/** Those that can be accepted. Their links are in the mails alone. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t, dateTime } = useI18n()
  if (invitations.length === 0) return <Soft>{t('operators:people.noInvitations')}</Soft>
  return (
    <Table
      caption={t('operators:people.invitations')}
      captionHidden
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        { key: 'email', label: t('operators:people.email'), lead: true, cell: ({ email }) => email },
        { key: 'role', label: t('operators:people.role'), cell: ({ role }) => t(`operators:role.${role}`) },
        { key: 'by', label: t('operators:people.by'), cell: ({ by }) => by },
        {
          key: 'ends',
          label: t('operators:people.endsAt'),
          cell: ({ expiresAt }) => <time dateTime={expiresAt}>{dateTime(expiresAt)}</time>,
        },
        {
          key: 'revoke',
          label: t('operators:people.state'),
          cell: ({ id }) => (
            <PlainForm id={`revoke-${id}`} values={{ invitation: id }}>
              <Button type="submit" variant="secondary">
                {t('operators:people.revoke')}
              </Button>
            </PlainForm>
          ),
        },
      ]}
    />
  )
}
