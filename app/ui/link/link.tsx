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
   * The link leads to a file, as its answer declares. Without the attribute `download`, under which a browser would
   * save whatever comes, the page of signing in included.
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
