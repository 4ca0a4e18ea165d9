import { conformance } from './command'

/** `npm run conformance`: how far an upstream keeps to the contract. */
const { stdin, stdout, stderr } = process
process.exitCode = await conformance(process.argv.slice(2), { stdin, stdout, stderr })
