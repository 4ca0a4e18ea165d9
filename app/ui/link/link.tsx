import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  useContext,
} from 'react'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'download'> & {
  href: string
  /**
   * The link leads to a file, as the headers of its answer declare. The attribute `download` is not used: with it a
   * browser would save any answer, even the sign-in page.
   */
  toFile?: boolean
}

/** What draws a link. A plain `<a>` unless a hydrated layout puts its router's link here. */
export const LinkComponent = createContext<ComponentType<LinkProps>>(PlainLink)

export function Link(props: LinkProps) {
  return createElement(useContext(LinkComponent), props)
}

function PlainLink({ href, toFile: _, children, ...rest }: LinkProps) {
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  )
}
