/** The package has no types at the place where it is imported: what the tests use of it. */
declare module 'doiuse' {
  import { type ChildNode, type Plugin } from 'postcss'

  interface Options {
    /** Queries of browserslist. */
    browsers: string[]
    /** Called with each use of a feature that one of the browsers lacks; its name is that of Can I Use. */
    onFeatureUsage: (found: { feature: string; usage: ChildNode }) => void
  }
  export default function doiuse(options: Options): Plugin
}
