import { doctor } from './command'

/** `npm run doctor`: reads a configuration and tries each thing that it names, before a start does. */
const { stdout, stderr, env: variables } = process
const code = await doctor(process.argv.slice(2), { variables, stdout, stderr })
// What hangs in a library keeps nobody waiting.
stdout.write('', () => process.exit(code))
