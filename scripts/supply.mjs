import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * `npm run supply`: what the product is made of, and what is known about it. It writes the list of the packages that run
 * in production to `build/sbom.cdx.json` (CycloneDX), and asks the registry which of them have known weaknesses. Licences
 * and the oldest versions that will do are held by tests, without a network.
 */

/** From which severity on a package that runs in production fails. */
const failing = ['high', 'critical']

/** A mirror of packages answers so, which has no audit at all: trying it again does not help. */
const withoutAudit = [404, 405]

/**
 * What an answer of `npm audit --json` means.
 * @param {string} output
 * @returns {{ kind: 'left out', why: string, isOffered: boolean } | { kind: 'known', production: string[], others: number }}
 */
export function readAudit(output) {
  let answer
  try {
    answer = JSON.parse(output)
  } catch {
    return { kind: 'left out', why: 'npm gave no answer that can be read', isOffered: true }
  }
  if (!answer?.vulnerabilities) {
    // Without the address of the registry, which may be a private one.
    const why = answer?.statusCode
      ? `the registry answers ${answer.statusCode}`
      : 'the registry does not answer'
    return { kind: 'left out', why, isOffered: !withoutAudit.includes(answer?.statusCode) }
  }
  const all = Object.values(answer.vulnerabilities)
  const production = all
    .filter(({ severity }) => failing.includes(severity))
    .map(({ name, severity, range }) => `${name} ${range}: ${severity}`)
  return { kind: 'known', production, others: all.length - production.length }
}

/**
 * The list of packages that run in production, without places that this machine had them from. What belongs to it is read
 * from the lockfile: npm's own `--omit=dev` leaves out packages that a tool needs as well.
 * @param {string} output of `npm sbom`
 * @param {{ name: string, packages: Record<string, { version: string, dev?: boolean }> }} lockfile
 * @returns {{ components: { name: string, version: string }[], dependencies: { ref: string, dependsOn: string[] }[] }}
 */
export function readSbom(output, { name, packages }) {
  const { components = [], dependencies = [], metadata, ...rest } = JSON.parse(output)
  const running = new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version, name: own }]) => `${own ?? path.replace(/^.*node_modules\//, '')}@${version}`),
  )
  const kept = components.filter(({ name: one, version }) => running.has(`${one}@${version}`))
  const root = metadata.component['bom-ref']
  const refs = new Set([root, ...kept.map((component) => component['bom-ref'])])
  return {
    ...rest,
    // Its name is that of the folder otherwise.
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: kept.map(({ externalReferences = [], ...component }) => ({
      ...component,
      scope: 'required',
      properties: [],
      externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
    })),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }
}

// Tools too, whatever NODE_ENV says: they are taken out above.
export const sbomArguments = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev']

if (process.argv[1]?.endsWith('supply.mjs')) {
  const npm = (args) => spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  const listed = npm(sbomArguments)
  if (listed.status !== 0) {
    console.error(`SBOM: FAILED: ${listed.stderr.trim()}`)
    process.exitCode = 1
  } else {
    const sbom = readSbom(listed.stdout, JSON.parse(readFileSync('package-lock.json', 'utf8')))
    mkdirSync('build', { recursive: true })
    writeFileSync('build/sbom.cdx.json', `${JSON.stringify(sbom, null, 1)}\n`)
    console.log(`SBOM: ${sbom.components.length} packages run in production: build/sbom.cdx.json`)
  }
  const audit = readAudit(npm(['audit', '--omit=dev', '--json']).stdout)
  if (audit.kind === 'left out' && audit.isOffered && process.env.CI) {
    console.error(`npm audit: FAILED, since CI has a network: ${audit.why}`)
    process.exitCode = 1
  } else if (audit.kind === 'left out')
    console.log(`npm audit: LEFT OUT, nothing is known about weaknesses of packages: ${audit.why}`)
  else if (audit.production.length > 0) {
    console.error(['npm audit: FAILED', ...audit.production].join('\n  '))
    process.exitCode = 1
  } else
    console.log(`npm audit: nothing high or critical runs in production (${audit.others} of less weight)`)
}
