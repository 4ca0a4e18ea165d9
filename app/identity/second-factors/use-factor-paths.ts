import { useLocation } from '@remix-run/react'
import { type FactorPaths, factorPathsBeside } from '~/paths'

/** The addresses of the second factors in the part of the product that the reader is in. */
export const useFactorPaths = (): FactorPaths => factorPathsBeside(useLocation().pathname)
