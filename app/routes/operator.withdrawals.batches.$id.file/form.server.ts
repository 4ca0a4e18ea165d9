import { z } from 'zod'

export const FileForm = z.object({ file: z.enum(['wallet', 'table'], 'required') })
