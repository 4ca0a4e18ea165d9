import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  useContext,
} from 'react'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string }

/** What draws a link. A plain `<a>` unless a hydrated layout puts its router's link here. */
export const LinkComponent = createContext<ComponentType<LinkProps>>(PlainLink)

export function Link(props: LinkProps) {
  return createElement(useContext(LinkComponent), props)
}

function PlainLink({ href, children, ...rest }: LinkProps) {
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  )
}
