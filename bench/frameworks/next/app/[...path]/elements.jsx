'use client'

import { pages } from '../generated/pages.js'

export function Elements({ pathname, answers }) {
  const { Head, Body } = pages[pathname]
  return (
    <>
      <Head />
      <Body answers={answers.length} />
    </>
  )
}
