import { useField, useFormMetadata } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { useI18n } from '~/locale/context'
import { CheckCard, RadioCards } from '~/ui/choice/choice'
import { FileInput, type FileInputProps } from '~/ui/file-input/file-input'
import { RadioRows } from '~/ui/choice/radio-rows'
import { Select, type SelectProps } from '~/ui/select/select'
import {
  AmountInput,
  type AmountInputProps,
  PasswordInput,
  type PasswordInputProps,
  TextArea,
  type TextAreaProps,
  TextInput,
  type TextInputProps,
} from '~/ui/text-input/text-input'

/**
 * The kit's inputs, bound by name to the form around them: id, error and value come from it. A field is required by
 * default; an optional one is labelled so.
 */
type Bound<Props> = Omit<Props, 'id' | 'error' | 'aside' | 'required'> & { name: string; optional?: boolean }

export function TextField({ optional, ...props }: Bound<TextInputProps>) {
  return <TextInput {...props} {...useBinding(props.name, optional)} />
}

/**
 * A password is never sent back: one that was right has to be typed again, and the field says so. An answer that comes
 * to a script leaves what was typed in its place.
 */
export function PasswordField({ optional, ...props }: Bound<PasswordInputProps>) {
  const { t } = useI18n()
  const { defaultValue: _never, ...binding } = useBinding(props.name, optional)
  const answer = useActionData()
  const [cameWithPage] = useState(answer)
  const isRefused = useFormMetadata().status === 'error'
  const isEmptied = isRefused && answer === cameWithPage && binding.error === undefined
  return (
    <PasswordInput
      {...props}
      {...binding}
      hint={
        isEmptied ? (
          <>
            {t('common:form.password.again')} {props.hint}
          </>
        ) : (
          props.hint
        )
      }
    />
  )
}

/**
 * Takes what people type: groups, comma or point; `parseAmount` makes a decimal of it on the server.
 * @param props `problem`: what is wrong with the amount before the form is sent
 */
export function AmountField({ optional, problem, ...props }: Bound<AmountInputProps> & { problem?: string }) {
  const { error, ...binding } = useBinding(props.name, optional)
  return <AmountInput {...props} {...binding} error={error ?? problem} />
}

export function TextAreaField({ optional, ...props }: Bound<TextAreaProps>) {
  return <TextArea {...props} {...useBinding(props.name, optional)} />
}

/** No browser takes a file back that was chosen before: after an error it has to be chosen again. */
export function FileField({ optional, ...props }: Bound<Omit<FileInputProps, 'words'>>) {
  const { t } = useI18n()
  const { defaultValue: _never, ...binding } = useBinding(props.name, optional)
  const words = { choose: t('common:form.file.choose'), none: t('common:form.file.none') }
  return <FileInput {...props} {...binding} words={words} />
}

export function SelectField({ optional, ...props }: Bound<SelectProps>) {
  return <Select {...props} {...useBinding(props.name, optional)} />
}

export function RadioField({ optional, ...props }: Bound<Parameters<typeof RadioCards>[0]>) {
  return <RadioCards {...props} {...useBinding(props.name, optional)} />
}

/** A row each: what is chosen for an amount. */
export function RowsField({ optional, ...props }: Bound<Parameters<typeof RadioRows>[0]>) {
  return <RadioRows {...props} {...useBinding(props.name, optional)} />
}

export function CheckField(props: Omit<Parameters<typeof CheckCard>[0], 'id' | 'error'>) {
  const { id, error } = useBinding(props.name)
  return <CheckCard {...props} {...{ id, error }} />
}

/** A tick that is on or off, as the form's values have it: `on` or nothing. */
export function TickField({ name, title }: { name: string; title: ReactNode }) {
  const { id, error, defaultValue } = useBinding(name)
  return <CheckCard {...{ id, error, name, title }} value="on" defaultChecked={defaultValue === 'on'} />
}

/** The chosen value of a field in the surrounding form: as rendered, or with scripts the current one. */
export function useChosen(name: string): string | undefined {
  return useField<string>(name)[0].value
}

function useBinding(name: string, optional = false) {
  const i18n = useI18n()
  const [field] = useField<string>(name)
  return {
    id: field.id,
    name,
    error: field.errors?.[0],
    defaultValue: field.initialValue,
    required: !optional,
    aside: optional ? i18n.t('common:form.optional') : undefined,
  }
}
