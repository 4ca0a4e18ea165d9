/**
 * Loads the script of a route, and rejects if it is lost. A form that another page answers is shown once that page's script
 * is there: Remix sends a form before it has the script, and reloads the page of the form if that is lost, so that the
 * reader is not told whether it was carried out.
 * @param id as in the manifest: `routes/` and the name of its folder
 */
export function loadRoute(id: `routes/${string}`): Promise<unknown> {
  const { module: script } = window.__remixManifest.routes[id]!
  return import(/* @vite-ignore */ script)
}
