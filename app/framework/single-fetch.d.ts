import '@remix-run/node'

/** `single fetch` is on in `remix.config.js`: what loaders and actions answer reaches the page with its types. */
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}
