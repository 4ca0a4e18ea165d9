import postcss from 'postcss'

/**
 * Writes a layered sheet without `@layer`, for browsers that do not know it (before March 2022) drop all that stands in
 * one. The rules come in the order of their layers, and a selector of a later layer has a `:not(#_)` for each layer before
 * it, which is true of every element: so it wins over any selector of an earlier layer, as the layers have it.
 * @param {string} css
 * @param {readonly string[]} order the layers, the first one the weakest
 * @returns {string} the same rules; what stands outside of all layers comes last, for it is the strongest
 */
export function flattenLayers(css, order) {
  const sheet = postcss.parse(css)
  const kept = sheet.nodes.filter(({ type, name }) => type === 'atrule' && name === 'charset')
  const layers = order.map((layer, strength) => {
    const nodes = sheet.nodes.flatMap((node) => inLayer(node, layer))
    for (const node of nodes) strengthen(node, strength)
    return nodes
  })
  const outside = sheet.nodes.filter((node) => !kept.includes(node) && !hasLayer(node))
  const flat = postcss.root({ nodes: [...kept, ...layers.flat(), ...outside] })
  for (const node of flat.nodes) node.raws.before = ''
  return flat.toString()
}

const isLayer = ({ type, name }) => type === 'atrule' && name === 'layer'

function hasLayer(node) {
  return isLayer(node) || Boolean(node.nodes?.some(hasLayer))
}

/** What a node has of a layer, in the same conditions. */
function inLayer(node, layer) {
  if (isLayer(node)) return node.params === layer ? (node.nodes ?? []).map((child) => child.clone()) : []
  if (!hasLayer(node)) return []
  const nodes = node.nodes.flatMap((child) => inLayer(child, layer))
  return nodes.length > 0 ? [node.clone({ nodes })] : []
}

function strengthen(node, strength) {
  if (node.type === 'atrule' && node.name.endsWith('keyframes')) return
  if (node.type === 'rule')
    node.selectors = node.selectors.map((selector) => {
      const [, element = '', rest = ''] = /^([\w*-]*)(.*)$/s.exec(selector) ?? []
      return element + ':not(#_)'.repeat(strength) + rest
    })
  else for (const child of node.nodes ?? []) strengthen(child, strength)
}
