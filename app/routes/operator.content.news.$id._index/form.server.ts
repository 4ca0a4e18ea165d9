import { z } from 'zod'
import { optionalLinkField, textsField, tickField, versionField } from '~/content/form-schemas.server'

export const NewsForm = z.object({
  version: versionField,
  title: textsField(300),
  summary: textsField(1000),
  body: textsField(100_000),
  image: optionalLinkField,
  top: tickField,
})
